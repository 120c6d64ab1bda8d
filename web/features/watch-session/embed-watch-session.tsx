import type { Content } from '#contract/content/content.ts'
import { EndScreen } from './end-screen.tsx'
import ViewCounter from './view-counter.tsx'

/** Beside a player in another site's frame: the view is counted, and it can be played again. */
export default function EmbedWatchSession({ item }: { item: Content }) {
  return (
    <>
      <ViewCounter item={item} />
      <EndScreen />
    </>
  )
}
