import { useRef } from 'react'
import type { Content } from '#contract/content.ts'
import { viewing } from '#contract/limits.ts'
import { addView } from '#contract/views.ts'
import { tell } from '#web/api/call.ts'
import { usePlayer } from '#web/player/skin/use-player.ts'
import { useTicks } from './use-ticks.ts'

/** Tells once when the video, not its trailer, has really been watched: for so long, or half of what is shorter. One's own is not told. */
export default function View({ item: { id, mine, duration_seconds: duration } }: { item: Content }) {
  const { store } = usePlayer()
  const watched = useRef(0)
  const isTold = useRef(mine)
  const enough = Math.min(viewing.after, (duration ?? Infinity) * viewing.part)
  useTicks((since, now) => {
    if (isTold.current || store.get().source === 'trailer') return
    watched.current += Math.max(0, now - since) / 1000
    if (watched.current < enough) return
    isTold.current = true
    tell(addView, { params: { id } })
  })
  return null
}
