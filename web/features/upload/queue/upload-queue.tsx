import { Pause, Play, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import type { CaptionLanguageOption } from '../captions/upload-caption.ts'
import { CompressVideoSwitch, useCompressVideoSetting } from '../form/compress-video-switch.tsx'
import { MetadataRemovalNote } from '../progress/metadata-removal-note.tsx'
import { AddVideosField } from './add-videos-field.tsx'
import type { SeriesFieldsRenderer } from './queued-video-details.tsx'
import { QueuedVideo } from './queued-video.tsx'
import { clearUploadedVideosFromQueue, markQueuedUploadsReady } from './upload-queue-actions.ts'
import { isQueuedFileUploaded } from './queued-upload.ts'
import { pauseUploadQueue, resumeUploadQueue } from './upload-queue-scheduler.ts'
import type { UploadQueue as Queue } from './upload-queue-state.ts'
import { formatQueueSummary, getQueueAnnouncement, getQueuePercent } from './upload-queue-text.ts'

interface Props {
  queue: Queue
  owner: string
  isPrivateProfile: boolean
  captionLanguages: readonly CaptionLanguageOption[]
  onAdd: (files: File[]) => void
  renderSeriesFields: SeriesFieldsRenderer
}

const titleId = 'upload-queue-title'

/** Moves the focus to the heading, because the queue has replaced the form, which had focus. */
export function focusUploadQueue() {
  requestAnimationFrame(() => document.getElementById(titleId)?.focus())
}

/** The upload queue, which replaces the upload form when the creator chooses several videos. */
export function UploadQueue({ queue, onAdd, ...video }: Props) {
  const { entries } = queue
  const [openId, setOpenId] = useState<string | null>(null)
  const isFinished = entries.every(isQueuedFileUploaded)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <h1 id={titleId} tabIndex={-1} className="text-40 outline-none">
          {isFinished ? uploadQueueMessages.finished.title : uploadQueueMessages.title}
        </h1>
        <p className="text-quiet">
          {isFinished ? uploadQueueMessages.finished.text : uploadQueueMessages.intro}
        </p>
        <QueueProgress queue={queue} />
        {isFinished ? <FinishedButtons /> : <QueueButtons queue={queue} onInvalid={setOpenId} />}
        <p aria-live="polite" className="sr-only">
          {getQueueAnnouncement(queue)}
        </p>
      </header>
      <ol aria-label={uploadQueueMessages.list} className="flex flex-col gap-3">
        {entries.map((entry, index) => (
          <QueuedVideo
            key={entry.id}
            {...video}
            entry={entry}
            index={index}
            queue={queue}
            isOpen={openId === entry.id}
            onToggle={(isOpen) => setOpenId(isOpen ? entry.id : null)}
          />
        ))}
      </ol>
      {!isFinished && <AddVideosField onFiles={onAdd} />}
      <MetadataRemovalNote />
    </section>
  )
}

function QueueProgress({ queue }: { queue: Queue }) {
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={uploadQueueMessages.card.title} percent={getQueuePercent(queue)} />
      <p className="text-15 font-semibold tabular-nums">{formatQueueSummary(queue)}</p>
      {queue.isPaused && <p className="text-15 text-quiet">{uploadQueueMessages.pausedNote}</p>}
    </div>
  )
}

function QueueButtons({ queue, onInvalid }: { queue: Queue; onInvalid: (id: string) => void }) {
  const { entries, isPaused } = queue
  const compress = useCompressVideoSetting()
  const unsubmitted = entries.filter(({ phase }) => phase === 'editing').length
  const hasWork = entries.some(({ phase }) => ['waiting', 'preparing', 'uploading'].includes(phase))
  const start = () => {
    const invalid = markQueuedUploadsReady(compress.on)
    if (invalid) onInvalid(invalid)
  }
  return (
    <>
      {unsubmitted > 0 && <CompressVideoSwitch {...compress} />}
      <ButtonRow>
        {unsubmitted > 0 && (
          <Button variant="primary" size="large" onClick={start}>
            <Upload aria-hidden="true" /> {uploadQueueMessages.start({ count: unsubmitted })}
          </Button>
        )}
        {isPaused ? (
          <Button variant={unsubmitted > 0 ? 'quiet' : 'primary'} size="large" onClick={resumeUploadQueue}>
            <Play aria-hidden="true" /> {uploadQueueMessages.resume}
          </Button>
        ) : (
          hasWork && (
            <Button size="large" onClick={pauseUploadQueue}>
              <Pause aria-hidden="true" /> {uploadQueueMessages.pause}
            </Button>
          )
        )}
      </ButtonRow>
    </>
  )
}

function FinishedButtons() {
  return (
    <ButtonRow>
      <Link to={pagePaths.dashboard} className={getButtonClassName({ variant: 'primary', size: 'large' })}>
        {uploadQueueMessages.finished.dashboard}
      </Link>
      <Button size="large" onClick={clearUploadedVideosFromQueue}>
        {uploadQueueMessages.finished.another}
      </Button>
    </ButtonRow>
  )
}

function ButtonRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3 max-sm:[&>*]:flex-1">{children}</div>
}
