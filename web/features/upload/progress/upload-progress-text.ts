import { currentLocale } from '#i18n/current-locale.ts'
import { formatNumber } from '#i18n/formats.ts'
import { sourceLocale } from '#i18n/locales.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import { formatTimeLeft } from '../transfer/upload-speed.ts'
import type { CurrentUpload } from '../transfer/current-upload.ts'

/**
 * The phases of an upload that the progress card shows as steps. The phases `loading` and `error` are not
 * shown as steps.
 */
export const uploadProgressSteps = ['transcoding', 'uploading', 'processing', 'complete'] as const

export function getUploadHeadline({ phase, hold, playable, error }: CurrentUpload): string {
  if (phase === 'error') return error?.title ?? uploadProgressMessages.headline.failed
  if (phase === 'complete')
    return playable ? uploadProgressMessages.headline.ready : uploadProgressMessages.headline.received
  return hold ? uploadProgressMessages.holds[hold] : uploadProgressMessages.headline[phase]
}

/** Formats the statistics below the progress bar of an upload. */
export function formatUploadStats(current: CurrentUpload): string {
  const { phase, stream, playable, isCompressed } = current
  if (phase === 'transcoding')
    return isCompressed ? uploadProgressMessages.shrinking : uploadProgressMessages.transcoding
  if (phase === 'uploading') return formatTransferStats(current)
  if (phase === 'processing') return formatProcessingStats(stream)
  if (phase === 'complete')
    return playable ? uploadProgressMessages.moreQualities : uploadProgressMessages.processingGoesOn
  return uploadProgressMessages.loading
}

function formatTransferStats({ bytesSent, size, speed, hold }: CurrentUpload): string {
  const amount = uploadProgressMessages.amount({ sent: formatBytes(bytesSent), all: formatBytes(size) })
  if (hold === 'paused') return uploadProgressMessages.nothingLost({ amount })
  if (hold === 'network') return uploadProgressMessages.offline({ amount })
  if (hold === 'storage') return uploadProgressMessages.noRoom
  if (bytesSent >= size) return uploadProgressMessages.checking({ amount })
  if (!speed) return amount
  return uploadProgressMessages.pace({
    amount,
    speed: formatBytes(speed),
    left: formatTimeLeft((size - bytesSent) / speed),
  })
}

/**
 * Formats the position in the processing queue and the remaining time, for example "2nd in line · about 40 s
 * left".
 */
export function formatProcessingStats(
  stream:
    | (Pick<ProcessingStatus, 'queue_place' | 'eta_seconds' | 'percent'> &
        Partial<Pick<ProcessingStatus, 'waiting_for'>>)
    | null,
): string {
  if (!stream) return uploadProgressMessages.arrived
  if (stream.waiting_for) return uploadProgressMessages.paused
  const { queue_place: place, eta_seconds: eta, percent } = stream
  const queuePosition = place
    ? uploadProgressMessages.inLine({ place: formatQueuePosition(place) })
    : uploadProgressMessages.percentDone({ percent: Math.floor(percent) })
  return eta === null ? queuePosition : `${queuePosition} · ${formatTimeLeft(eta)}`
}

/**
 * Returns an English ordinal, such as "2nd". In other languages, the messages are worded for a number without
 * an ordinal suffix.
 */
export function formatQueuePosition(n: number): string {
  if (currentLocale() !== sourceLocale) return formatNumber(n)
  const rest = n % 100
  const ending = rest >= 11 && rest <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/**
 * The value of the progress bar, or undefined while the progress is unknown. The preparation of the file
 * fills the first half of the progress bar. The upload phase starts at 50% of the progress bar
 * (specification, section 4), even if the file needed no preparation. The processing phase has its own
 * progress bar.
 */
export function getProgressPercent({
  phase,
  prepared,
  bytesSent,
  size,
  stream,
}: CurrentUpload): number | undefined {
  if (phase === 'loading') return undefined
  if (phase === 'transcoding') return prepared * 50
  if (phase === 'uploading') return 50 + (bytesSent / size) * 50
  if (phase === 'processing') return stream && !stream.queue_place ? stream.percent : undefined
  return 100
}

/**
 * The upload progress that screen readers announce. The announced text changes only at the start of a phase
 * and after every ten percent.
 */
export function getProgressAnnouncement(current: CurrentUpload): string {
  const roundedPercent = Math.floor((getProgressPercent(current) ?? 0) / 10) * 10
  if (current.phase === 'transcoding')
    return uploadProgressMessages.spokenPreparing({ percent: roundedPercent })
  return current.phase === 'uploading' && !current.hold
    ? uploadProgressMessages.spokenUploading({ percent: roundedPercent })
    : getUploadHeadline(current)
}
