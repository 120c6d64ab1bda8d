import type { OwnContent } from '#contract/content/own-content.ts'
import type { ProcessingStatus } from '#contract/content/uploads.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'
import { formatPublishTime } from './publish-time.ts'

/** The status text of an upload, and the tone in which the text is displayed. */
export interface UploadStatus {
  tone: 'moving' | 'waiting' | 'good' | 'bad'
  text: string
  /**
   * The value of the progress bar, a percentage from 0 to 100. Undefined if the progress of the upload cannot
   * be measured.
   */
  percent?: number
}

type Item = Pick<OwnContent, 'stream_status' | 'percent' | 'visibility' | 'error'> &
  Partial<Pick<OwnContent, 'moderation' | 'publication_state' | 'publish_at'>>
type Progress = Pick<ProcessingStatus, 'queue_place' | 'eta_seconds' | 'percent'> &
  Partial<Pick<ProcessingStatus, 'waiting_for'>>

/**
 * Returns the status text of an upload. `stream` is a newer processing status than the one in `item` and also
 * contains the queue position. The publication time of a scheduled video is shown in the time zone
 * `timeZone`.
 */
export function getUploadStatus(item: Item, stream?: Progress | null, timeZone = 'UTC'): UploadStatus {
  const percent = Math.floor(stream?.percent ?? item.percent)
  if (item.stream_status === 'uploading') return { tone: 'waiting', text: ownUploadsMessages.unfinished }
  if (item.stream_status === 'failed') return { tone: 'bad', text: describeFailure(item) }
  const decided = getModerationStatus(item)
  if (decided) return decided
  if (item.stream_status === 'ready' && item.publication_state === 'draft')
    return { tone: 'waiting', text: ownUploadsMessages.draftStatus }
  if (item.stream_status === 'ready' && item.publish_at)
    return {
      tone: 'waiting',
      text: ownUploadsMessages.publishedAt({ time: formatPublishTime(item.publish_at, timeZone), timeZone }),
    }
  if (item.stream_status === 'ready')
    return { tone: 'good', text: describeAudience(item.visibility, percent) }
  if (stream?.waiting_for) return { tone: 'waiting', text: ownUploadsMessages.paused }
  if (item.stream_status === 'received' || stream?.queue_place)
    return {
      tone: 'waiting',
      text: `${ownUploadsMessages.waiting}${formatQueuePosition(stream)}${formatEta(stream)}`,
    }
  return {
    tone: 'moving',
    text: `${ownUploadsMessages.processing({ percent })}${formatEta(stream)}`,
    percent,
  }
}

/**
 * Returns the moderation status, which is shown instead of the processing status. If a moderator has removed
 * a video, the removal is always shown. Other moderation decisions are shown only once the video is playable.
 */
function getModerationStatus({ moderation, stream_status: status }: Item): UploadStatus | undefined {
  if (moderation === 'removed') return { tone: 'bad', text: ownUploadsMessages.removed }
  if (status !== 'ready') return undefined
  if (moderation === 'pending') return { tone: 'waiting', text: ownUploadsMessages.beingChecked }
  if (moderation === 'held') return { tone: 'waiting', text: ownUploadsMessages.held }
  return moderation === 'limited' ? { tone: 'waiting', text: ownUploadsMessages.limited } : undefined
}

function describeFailure({ error }: Item): string {
  return error ? `${error.title}: ${error.detail}` : ownUploadsMessages.failed
}

function describeAudience(visibility: Item['visibility'], percent: number): string {
  const audience = ownUploadsMessages.audience[visibility]
  return percent < 100 ? `${audience} · ${ownUploadsMessages.moreQualities}` : audience
}

const formatQueuePosition = (stream?: Progress | null) =>
  stream?.queue_place ? ` · ${ownUploadsMessages.place({ place: stream.queue_place })}` : ''

function formatEta(stream?: Progress | null): string {
  const seconds = stream?.eta_seconds
  return seconds === null || seconds === undefined ? '' : ` · ${ownUploadsMessages.left(seconds)}`
}
