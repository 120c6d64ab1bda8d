import { ArrowDown, ArrowUp, Pencil, Play, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { FirstFramePreview } from '../progress/first-frame-preview.tsx'
import { canMoveInQueue, moveInQueue, removeFromQueue, retryQueuedUpload } from './queue-actions.ts'
import { isActive, isEditable, isMovable, isUploaded, type QueuedUpload } from './queued-upload.ts'
import { QueuedVideoDetails, type SeriesFieldsRenderer } from './queued-video-details.tsx'
import type { UploadQueue } from './queue-state.ts'
import { describeEntry, formatEntryState, getEntryTitle } from './queue-text.ts'

interface Props {
  entry: QueuedUpload
  index: number
  queue: UploadQueue
  owner: string
  isPrivateProfile: boolean
  /** Whether the details of this video are open. */
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  renderSeriesFields: SeriesFieldsRenderer
}

/** One video of the queue: its state, its buttons and, while they can be changed, its details. */
export function QueuedVideo({ entry, index, queue, isOpen, onToggle, ...details }: Props) {
  const { phase, error } = entry
  const file = entry.file ?? entry.payload?.file
  const isDetailsOpen = isOpen && isEditable(entry)
  const text = describeEntry(entry, queue.isPaused)
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
          <h2 className="truncate text-17 font-bold">{getEntryTitle(entry)}</h2>
          <p
            className={classNames('text-15 tabular-nums', phase === 'failed' ? 'text-bad-ink' : 'text-quiet')}
          >
            {formatEntryState(entry)}
          </p>
          {(isActive(entry) || phase === 'processing') && (
            <ProgressBar
              label={`${uploadQueueMessages.phase[phase]}: ${getEntryTitle(entry)}`}
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
        </div>
        <EntryButtons entry={entry} index={index} queue={queue} isOpen={isDetailsOpen} onToggle={onToggle} />
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

type EntryButtonsProps = Pick<Props, 'entry' | 'index' | 'queue' | 'isOpen' | 'onToggle'>

function EntryButtons({ entry, index, queue, isOpen, onToggle }: EntryButtonsProps) {
  const { id, phase, contentId } = entry
  const title = getEntryTitle(entry)
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1 sm:col-span-1 sm:justify-end">
      {phase === 'ready' && contentId && (
        <Link
          to={pagePaths.watch(contentId)}
          className={getButtonClassName({ variant: 'primary', size: 'small' })}
        >
          <Play aria-hidden="true" /> {uploadQueueMessages.watch}
        </Link>
      )}
      {phase === 'failed' && entry.isRetryable && (
        <Button variant="primary" size="small" onClick={() => retryQueuedUpload(id)}>
          <RotateCcw aria-hidden="true" /> {uploadQueueMessages.tryAgain}
        </Button>
      )}
      {isEditable(entry) && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={uploadQueueMessages.editOf(title)}
          onClick={() => onToggle(!isOpen)}
        >
          <Pencil aria-hidden="true" /> {uploadQueueMessages.edit}
        </Button>
      )}
      {isMovable(entry) && queue.entries.length > 1 && (
        <>
          <IconButton
            bare
            label={uploadQueueMessages.moveUp(title)}
            icon={<ArrowUp />}
            off={!canMoveInQueue(queue.entries, index, -1)}
            onClick={(event) => move(event, id, -1)}
          />
          <IconButton
            bare
            label={uploadQueueMessages.moveDown(title)}
            icon={<ArrowDown />}
            off={!canMoveInQueue(queue.entries, index, 1)}
            onClick={(event) => move(event, id, 1)}
          />
        </>
      )}
      {!isUploaded(entry) && <RemoveButton entry={entry} />}
    </div>
  )
}

/** The browser takes the focus from an element that moves in the document, so the button gets it back. */
function move(event: MouseEvent<HTMLButtonElement>, id: string, by: -1 | 1) {
  const button = event.currentTarget
  flushSync(() => moveInQueue(id, by))
  button.focus()
}

/** Removes a video. If bytes have already been sent, the creator confirms the removal first. */
function RemoveButton({ entry }: { entry: QueuedUpload }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const title = getEntryTitle(entry)
  const remove = () => void removeFromQueue(entry.id)
  const hasSentBytes = entry.phase === 'uploading' || entry.contentId !== null
  return (
    <>
      <IconButton
        bare
        label={uploadQueueMessages.remove(title)}
        icon={<X />}
        onClick={() => (hasSentBytes ? setIsConfirming(true) : remove())}
      />
      <ConfirmDialog
        open={isConfirming}
        title={uploadQueueMessages.removal.title}
        confirmLabel={uploadQueueMessages.removal.yes}
        cancelLabel={uploadQueueMessages.removal.no}
        danger
        onConfirm={remove}
        onCancel={() => setIsConfirming(false)}
      >
        {uploadQueueMessages.removal.text(title)}
      </ConfirmDialog>
    </>
  )
}
