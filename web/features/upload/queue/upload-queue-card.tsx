import { Upload } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { clearUploadedVideosFromQueue } from './upload-queue-actions.ts'
import { isQueuedFileUploaded } from './queued-upload.ts'
import { useUploadQueue } from './upload-queue-state.ts'
import { formatQueueSummary, getQueueAnnouncement, getQueuePercent } from './upload-queue-text.ts'

/** A card on other pages that shows the progress of the upload queue and links to the queue. */
export function UploadQueueCard() {
  const queue = useUploadQueue()
  if (queue.entries.length === 0) return null
  return (
    <section
      aria-label={uploadQueueMessages.card.title}
      className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-raised p-4"
    >
      <Upload className="size-6 text-hue-ink" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
        <h2 className="text-17 font-bold">{uploadQueueMessages.card.title}</h2>
        <ProgressBar label={uploadQueueMessages.card.title} percent={getQueuePercent(queue)} />
        <p className="text-15 text-quiet tabular-nums">{formatQueueSummary(queue)}</p>
        {queue.isPaused && <p className="text-15 text-quiet">{uploadQueueMessages.pausedNote}</p>}
        <p aria-live="polite" className="sr-only">
          {getQueueAnnouncement(queue)}
        </p>
      </div>
      {queue.entries.every(isQueuedFileUploaded) ? (
        <Button size="small" onClick={clearUploadedVideosFromQueue}>
          {uploadQueueMessages.card.close}
        </Button>
      ) : (
        <Link to={pagePaths.uploadPage()} className={getButtonClassName({ size: 'small' })}>
          {uploadQueueMessages.card.open}
        </Link>
      )}
    </section>
  )
}
