import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { isQueuedFileUploaded, type QueuedUpload } from './queued-upload.ts'
import type { UploadQueue } from './upload-queue-state.ts'

export const getQueuedUploadTitle = ({ details }: QueuedUpload) =>
  details.title.trim() || uploadQueueMessages.untitled

/** Describes the state of one video in a few words, for example “Uploading: 40%”. */
export function formatQueuedUploadState(entry: QueuedUpload): string {
  const { phase, progress, isPrepared } = entry
  const label = uploadQueueMessages.phase[phase]
  if (phase === 'preparing' || phase === 'uploading' || (phase === 'processing' && progress > 0))
    return uploadQueueMessages.progress({ phase: label, percent: Math.floor(progress * 100) })
  return phase === 'waiting' && isPrepared ? `${label} · ${uploadQueueMessages.prepared}` : label
}

/** Tells the creator what the video is waiting for, or what the creator must do next. */
export function describeQueuedUpload(entry: QueuedUpload, isPaused: boolean): string | null {
  const { phase, hold, error, fileName } = entry
  if (phase === 'missing') return uploadQueueMessages.missing({ file: fileName })
  if (phase === 'received') return uploadQueueMessages.receivedText
  if (error) return error.detail
  if (phase === 'uploading' && isPaused) return uploadQueueMessages.hold.paused
  return hold && !isPaused ? uploadQueueMessages.hold[hold] : null
}

export function formatQueueSummary({ entries }: UploadQueue): string {
  const failed = entries.filter(needsAttention).length
  const summary = uploadQueueMessages.summary({
    uploaded: entries.filter(isQueuedFileUploaded).length,
    all: entries.length,
  })
  return failed > 0 ? `${summary} · ${uploadQueueMessages.failedCount({ count: failed })}` : summary
}

const needsAttention = ({ phase, error }: QueuedUpload) =>
  phase === 'failed' || phase === 'missing' || error !== null

/**
 * The queue status that screen readers announce. The announced text contains no percentages, so it changes
 * only when a video starts, finishes or fails.
 */
export function getQueueAnnouncement(queue: UploadQueue): string {
  const { announcement } = uploadQueueMessages
  const { entries, isPaused } = queue
  const sending = entries.find(({ phase }) => phase === 'uploading')
  const preparing = entries.find(({ phase }) => phase === 'preparing')
  const lastFailed = entries.findLast(({ phase }) => phase === 'failed')
  const parts = [
    formatQueueSummary(queue),
    isPaused ? announcement.paused : undefined,
    !isPaused && sending ? announcement.uploading({ title: getQueuedUploadTitle(sending) }) : undefined,
    !isPaused && !sending && preparing
      ? announcement.preparing({ title: getQueuedUploadTitle(preparing) })
      : undefined,
    lastFailed &&
      announcement.failed({ title: getQueuedUploadTitle(lastFailed), why: lastFailed.error?.detail ?? '' }),
  ]
  return parts.filter(Boolean).join('. ').replaceAll('..', '.')
}

/** The percentage of the queue's bytes that have been sent. */
export function getQueuePercent({ entries }: UploadQueue): number {
  const total = entries.reduce((sum, { fileSize }) => sum + fileSize, 0)
  const sent = entries.reduce((sum, entry) => sum + entry.fileSize * getSentShare(entry), 0)
  return total > 0 ? (sent / total) * 100 : 0
}

function getSentShare(entry: QueuedUpload): number {
  if (isQueuedFileUploaded(entry)) return 1
  return entry.phase === 'uploading' ? entry.progress : 0
}
