import { TriangleAlert } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { CaptionUploadFailures } from '../captions/caption-upload-failures.tsx'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'
import { FirstFramePreview } from '../progress/first-frame-preview.tsx'
import { isQueuedUploadActive, isQueuedUploadEditable, type QueuedUpload } from './queued-upload.ts'
import { QueuedVideoButtons } from './queued-video-buttons.tsx'
import { QueuedVideoDetails, type SeriesFieldsRenderer } from './queued-video-details.tsx'
import type { UploadQueue } from './upload-queue-state.ts'
import { describeQueuedUpload, formatQueuedUploadState, getQueuedUploadTitle } from './upload-queue-text.ts'

interface Props {
  entry: QueuedUpload
  index: number
  queue: UploadQueue
  owner: string
  isPrivateProfile: boolean
  captionLanguages: readonly CaptionLanguageOption[]
  /** True if the details of this video are expanded. */
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  renderSeriesFields: SeriesFieldsRenderer
}

/** One video in the queue: its status, its buttons and, as long as they can be changed, its details. */
export function QueuedVideo({ entry, index, queue, isOpen, onToggle, ...details }: Props) {
  const { phase, error } = entry
  const file = entry.file ?? entry.payload?.file
  const isDetailsOpen = isOpen && isQueuedUploadEditable(entry)
  const text = describeQueuedUpload(entry, queue.isPaused)
  return (
    <li
      data-hue={entry.details.type}
      data-phase={phase}
      className={classNames(
        'grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border bg-raised p-3 sm:p-4',
        error ? 'border-bad-ink' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-3 sm:grid-cols-[128px_minmax(0,1fr)_auto] sm:gap-4">
        {file ? (
          <FirstFramePreview file={file} className="aspect-video w-full rounded-small" />
        ) : (
          <span className="aspect-video w-full rounded-small bg-lifted" />
        )}
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="truncate text-17 font-bold">{getQueuedUploadTitle(entry)}</h2>
          <p
            className={classNames('text-15 tabular-nums', phase === 'failed' ? 'text-bad-ink' : 'text-quiet')}
          >
            {formatQueuedUploadState(entry)}
          </p>
          {(isQueuedUploadActive(entry) || phase === 'processing') && (
            <ProgressBar
              label={`${uploadQueueMessages.phase[phase]}: ${getQueuedUploadTitle(entry)}`}
              percent={entry.progress * 100}
            />
          )}
          {text && (
            <p className={classNames('flex items-start gap-2 text-15 break-words', error && 'text-bad-ink')}>
              {error && <TriangleAlert className="mt-[2px] size-4 shrink-0" aria-hidden="true" />} {text}
            </p>
          )}
          {entry.notes.map((note) => (
            <p key={note} className="text-15 text-bad-ink">
              {note}
            </p>
          ))}
          <CaptionUploadFailures failures={entry.captionFailures} contentId={entry.contentId} />
        </div>
        <QueuedVideoButtons
          entry={entry}
          index={index}
          queue={queue}
          isOpen={isDetailsOpen}
          onToggle={onToggle}
        />
      </div>
      {isDetailsOpen && (
        <QueuedVideoDetails
          entry={entry}
          hasOthers={queue.entries.length > 1}
          {...details}
          onClose={() => onToggle(false)}
        />
      )}
    </li>
  )
}
