import type { Stream } from '#contract/uploads.ts'
import { bytes } from '#web/ui/bytes.ts'
import { timeLeft } from './pace.ts'
import type { Current } from './state.ts'

/** The steps a person sees; `loading` and `error` are not steps but where one stands. */
export const steps = [
  { phase: 'uploading', label: 'Uploading' },
  { phase: 'transcoding', label: 'Processing' },
  { phase: 'complete', label: 'Ready' },
] as const

export function headline({ phase, hold, playable, error }: Current): string {
  if (phase === 'error') return error?.title ?? 'Upload failed'
  if (phase === 'loading') return 'Getting ready…'
  if (phase === 'transcoding') return 'Processing…'
  if (phase === 'complete') return playable ? 'Ready to watch' : 'Your video is in'
  return hold ? holds[hold] : 'Uploading…'
}

const holds = {
  paused: 'Paused',
  network: 'Waiting for the network…',
  storage: 'Storage full',
  server: 'Waiting for the server…',
}

/** One line of figures under the bar. */
export function figures(current: Current): string {
  const { phase, hold, stream, playable } = current
  if (phase === 'uploading') return uploadFigures(current)
  if (phase === 'transcoding') return streamFigures(stream)
  if (phase === 'complete' && !playable)
    return 'Processing goes on by itself. Your dashboard shows how far it is.'
  if (phase === 'complete') return 'More qualities follow by themselves.'
  return hold ? '' : 'Making a place for your video.'
}

function uploadFigures({ sent, file, speed, hold }: Current): string {
  const amount = `${bytes(sent)} of ${bytes(file.size)}`
  if (hold === 'paused') return `${amount}. Nothing is lost.`
  if (hold === 'network') return `${amount}. It goes on by itself when you are back.`
  if (hold === 'storage') return 'There is no room right now. Your upload goes on when there is.'
  if (sent >= file.size) return `${amount} · checking that all of it arrived`
  if (!speed) return amount
  return `${amount} · ${bytes(speed)}/s · ${timeLeft((file.size - sent) / speed)}`
}

/** "2nd in line · about 40 s left" */
export function streamFigures(
  stream: Pick<Stream, 'queue_place' | 'eta_seconds' | 'percent'> | null,
): string {
  if (!stream) return 'All of it arrived.'
  const { queue_place: place, eta_seconds: eta, percent } = stream
  const where = place ? `${ordinal(place)} in line` : `${Math.floor(percent)}% done`
  return eta === null ? where : `${where} · ${timeLeft(eta)}`
}

export function ordinal(n: number): string {
  const rest = n % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** How full the bar is; undefined while unknown. */
export function barPercent({ phase, sent, file, stream }: Current): number | undefined {
  if (phase === 'loading') return undefined
  if (phase === 'complete') return 100
  if (phase === 'transcoding') return stream && !stream.queue_place ? stream.percent : undefined
  return (sent / file.size) * 100
}

/** What a screen reader hears: every phase and every tenth percent, not every tick. */
export function spoken(current: Current): string {
  const tenth = Math.floor((barPercent(current) ?? 0) / 10) * 10
  return current.phase === 'uploading' && !current.hold ? `Uploading: ${tenth} percent` : headline(current)
}
