import type { Content } from '#contract/content/content.ts'
import { EndScreen } from './end-screen.tsx'
import ViewCounter from './view-counter.tsx'

/** The watch session for an embedded player. The session counts the view and offers a replay. */
export default function EmbeddedWatchSession({ item }: { item: Content }) {
  return (
    <>
      <ViewCounter item={item} />
      <EndScreen />
    </>
  )
}
