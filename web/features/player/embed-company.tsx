import type { Content } from '#contract/content.ts'
import { EndScreen } from './end-screen.tsx'
import View from './view.tsx'

/** Beside a player in another site's frame: the view is counted, and it can be played again. */
export default function EmbedCompany({ item }: { item: Content }) {
  return (
    <>
      <View item={item} />
      <EndScreen />
    </>
  )
}
