import type { Stream } from '#contract/uploads.ts'
import { bytes } from '#web/ui/bytes.ts'
import { card } from '#web/words/upload.ts'
import { timeLeft } from './pace.ts'
import type { Current } from './state.ts'

/** The steps a person sees; `loading` and `error` are not steps but where one stands. */
export const steps = ['transcoding', 'uploading', 'processing', 'complete'] as const

export function headline({ phase, hold, playable, error }: Current): string {
  if (phase === 'error') return error?.title ?? card.headline.failed
  if (phase === 'complete') return playable ? card.headline.ready : card.headline.received
  return hold ? card.holds[hold] : card.headline[phase]
}

/** One line of figures under the bar. */
export function figures(current: Current): string {
  const { phase, stream, playable, smaller } = current
  if (phase === 'transcoding') return smaller ? card.shrinking : card.transcoding
  if (phase === 'uploading') return uploadFigures(current)
  if (phase === 'processing') return streamFigures(stream)
  if (phase === 'complete') return playable ? card.moreQualities : card.processingGoesOn
  return card.loading
}

function uploadFigures({ sent, size, speed, hold }: Current): string {
  const amount = card.amount(bytes(sent), bytes(size))
  if (hold === 'paused') return card.nothingLost(amount)
  if (hold === 'network') return card.offline(amount)
  if (hold === 'storage') return card.noRoom
  if (sent >= size) return card.checking(amount)
  if (!speed) return amount
  return card.pace(amount, bytes(speed), timeLeft((size - sent) / speed))
}

/** "2nd in line · about 40 s left" */
export function streamFigures(
  stream:
    (Pick<Stream, 'queue_place' | 'eta_seconds' | 'percent'> & Partial<Pick<Stream, 'waiting_for'>>) | null,
): string {
  if (!stream) return card.arrived
  if (stream.waiting_for) return card.paused
  const { queue_place: place, eta_seconds: eta, percent } = stream
  const where = place ? card.inLine(ordinal(place)) : card.percentDone(Math.floor(percent))
  return eta === null ? where : `${where} · ${timeLeft(eta)}`
}

export function ordinal(n: number): string {
  const rest = n % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/**
 * How full the bar is; undefined while unknown. Preparing is the first half of the way, so that uploading begins at 50 %
 * (specification, section 4) whether there was anything to prepare or not; the bytes stand under it. Processing has a
 * bar of its own.
 */
export function barPercent({ phase, prepared, sent, size, stream }: Current): number | undefined {
  if (phase === 'loading') return undefined
  if (phase === 'transcoding') return prepared * 50
  if (phase === 'uploading') return 50 + (sent / size) * 50
  if (phase === 'processing') return stream && !stream.queue_place ? stream.percent : undefined
  return 100
}

/** What a screen reader hears: every phase and every tenth percent, not every tick. */
export function spoken(current: Current): string {
  const tenth = Math.floor((barPercent(current) ?? 0) / 10) * 10
  if (current.phase === 'transcoding') return card.spokenPreparing(tenth)
  return current.phase === 'uploading' && !current.hold ? card.spokenUploading(tenth) : headline(current)
}
