import { CircleCheck, Pause, Play, RotateCcw, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { CancelUploadButton } from './cancel-upload-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { uploadProgressMessages } from '#web/messages/upload/upload-form.ts'
import { CaptionUploadFailures } from '../captions/caption-upload-failures.tsx'
import { FirstFramePreview } from './first-frame-preview.tsx'
import { MetadataRemovalNote } from './metadata-removal-note.tsx'
import {
  getProgressPercent,
  formatUploadStats,
  getUploadHeadline,
  getProgressAnnouncement,
  uploadProgressSteps,
} from './upload-progress-text.ts'
import { cancelUpload, dismissUpload, pauseUpload, resumeUpload } from '../transfer/upload-controller.ts'
import type { CurrentUpload } from '../transfer/current-upload.ts'

interface Props {
  current: CurrentUpload
  /** Retries a failed upload. If `onRetry` is not provided, the user can only dismiss the card. */
  onRetry?: () => void
  /**
   * Called after the user has cancelled or dismissed an upload, because this can change the server's list of
   * unfinished uploads.
   */
  onDismiss?: () => void
}

/** The progress card of the upload that is running in this tab. */
export function UploadProgressCard({ current, onRetry, onDismiss }: Props) {
  const { phase, details, file, error } = current
  return (
    <section
      aria-label={uploadProgressMessages.label({ title: details.title })}
      data-hue={details.type}
      data-phase={phase}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-[22px] border border-line bg-raised p-4 shadow-pop sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-7"
    >
      <FirstFramePreview file={file} className="aspect-video w-full rounded-card" />
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <p className="truncate text-15 font-semibold text-quiet" dir="auto">
            {details.title}
          </p>
          <h2 className={classNames('text-40', phase === 'error' && 'text-bad-ink')}>
            {getUploadHeadline(current)}
          </h2>
        </div>
        <UploadSteps current={current} />
        {phase === 'error' ? (
          <p role="alert" className="flex items-start gap-2">
            <TriangleAlert className="mt-1 size-5 shrink-0 text-bad-ink" aria-hidden="true" /> {error?.detail}
          </p>
        ) : (
          <UploadStats current={current} />
        )}
        {current.notes.map((note) => (
          <p key={note} className="text-15 text-bad-ink">
            {note}
          </p>
        ))}
        <CaptionUploadFailures failures={current.captionFailures} contentId={current.contentId} />
        <UploadButtons current={current} onRetry={onRetry} onDismiss={onDismiss} />
        {(phase === 'uploading' || phase === 'processing' || phase === 'complete') && (
          <MetadataRemovalNote isRemoved={current.isMetadataRemoved} />
        )}
        <p aria-live="polite" className="sr-only">
          {getProgressAnnouncement(current)}
        </p>
      </div>
    </section>
  )
}

function UploadSteps({ current: { phase } }: { current: CurrentUpload }) {
  const at = uploadProgressSteps.findIndex((step) => step === phase)
  if (phase === 'error') return null
  return (
    <ol className="flex gap-2 text-13 font-bold" aria-label={uploadProgressMessages.steps.label}>
      {uploadProgressSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={classNames(
            'flex flex-1 flex-col gap-[6px] border-t-4 pt-2',
            index <= at ? 'border-hue' : 'border-line text-quiet',
          )}
        >
          <span className="inline-flex gap-x-1 max-sm:min-h-[38px] max-sm:flex-col sm:items-center">
            {uploadProgressMessages.steps[step]}
            {(index < at || phase === 'complete') && (
              <CircleCheck className="size-4 text-good-ink" aria-label={uploadProgressMessages.steps.done} />
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function UploadStats({ current }: { current: CurrentUpload }) {
  const percent = getProgressPercent(current)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-4">
        <ProgressBar
          key={getBarKey(current)}
          label={getUploadHeadline(current)}
          percent={percent}
          className="flex-1"
        />
        {percent !== undefined && (
          <span className="min-w-[3.5ch] text-end font-display text-21 font-extrabold tabular-nums">
            {Math.floor(percent)}%
          </span>
        )}
      </div>
      <p className="min-h-[1.45em] text-15 text-quiet tabular-nums">{formatUploadStats(current)}</p>
      <UploadSavingsNote current={current} />
    </div>
  )
}

/**
 * The processing phase has its own progress bar. All upload phases except processing share one progress bar,
 * which never moves backwards.
 */
function getBarKey({ phase }: CurrentUpload): string {
  return phase === 'processing' ? phase : 'sending'
}

/**
 * Tells the user how many bytes the server already had, or how much smaller compression has made the file.
 */
function UploadSavingsNote({
  current: { phase, resumedAt, isCompressed, file, size },
}: {
  current: CurrentUpload
}) {
  if (phase === 'loading' || phase === 'transcoding') return null
  const words =
    resumedAt !== null
      ? uploadProgressMessages.resumed({ amount: formatBytes(resumedAt) })
      : isCompressed &&
        uploadProgressMessages.smaller({ before: formatBytes(file.size), after: formatBytes(size) })
  return words && <p className="text-15 font-semibold text-hue-ink">{words}</p>
}

function UploadButtons({ current, onRetry, onDismiss }: Props) {
  const { phase, hold, contentId, playable } = current
  const dismiss = () => {
    dismissUpload()
    onDismiss?.()
  }
  const cancel = async () => {
    await cancelUpload()
    onDismiss?.()
  }
  if (phase === 'error')
    return (
      <div className="flex flex-wrap gap-3">
        {onRetry && current.isRetryable && (
          <Button variant="primary" onClick={onRetry}>
            <RotateCcw aria-hidden="true" /> {uploadProgressMessages.tryAgain}
          </Button>
        )}
        <Button onClick={dismiss}>{uploadProgressMessages.back}</Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {playable && contentId && (
        <Link
          to={pagePaths.watch(contentId)}
          onClick={dismissUpload}
          className={getButtonClassName({ variant: 'primary' })}
        >
          <Play aria-hidden="true" /> {uploadProgressMessages.watch}
        </Link>
      )}
      {phase === 'uploading' && contentId && <PauseButton paused={hold === 'paused'} />}
      {phase !== 'complete' && (
        <CancelUploadButton messages={uploadProgressMessages} onCancel={() => void cancel()} />
      )}
    </div>
  )
}

function PauseButton({ paused }: { paused: boolean }) {
  return paused ? (
    <Button variant="primary" onClick={resumeUpload}>
      <Play aria-hidden="true" /> {uploadProgressMessages.goOn}
    </Button>
  ) : (
    <Button onClick={pauseUpload}>
      <Pause aria-hidden="true" /> {uploadProgressMessages.pause}
    </Button>
  )
}
