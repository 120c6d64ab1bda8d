import { smaller } from '#contract/smaller.ts'
import type { Player } from './player.ts'
import { skip } from './steps.ts'

type About = { title: string; by?: string; poster?: string | null }

/** What the lock screen, the headset and the keyboard's media keys show and do. Returns how to take it back. */
export function describeMedia(player: Player, { title, by, poster }: About) {
  const session = globalThis.navigator?.mediaSession
  if (!session) return () => {}
  const verbs: Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>> = {
    play: () => void player.play(),
    pause: () => player.pause(),
    seekbackward: () => void player.seekBy(-skip),
    seekforward: () => void player.seekBy(skip),
    seekto: ({ seekTime }) => void player.seekTo(seekTime ?? 0),
  }
  const names = Object.keys(verbs) as MediaSessionAction[]
  // What a phone shows beside its own buttons is small.
  const artwork = poster ? [{ src: smaller(poster, 480) }] : []
  session.metadata = new MediaMetadata({ title, artist: by ?? '', artwork })
  for (const name of names) session.setActionHandler(name, verbs[name]!)
  return () => {
    session.metadata = null
    for (const name of names) session.setActionHandler(name, null)
  }
}
