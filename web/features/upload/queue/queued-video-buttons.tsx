import { ArrowDown, ArrowUp, Pencil, Play, RotateCcw, X } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { canMoveInQueue, moveInQueue, removeFromQueue, retryQueuedUpload } from './upload-queue-actions.ts'
import {
  isQueuedUploadEditable,
  isQueuedUploadMovable,
  isQueuedFileUploaded,
  type QueuedUpload,
} from './queued-upload.ts'
import type { UploadQueue } from './upload-queue-state.ts'
import { getQueuedUploadTitle } from './upload-queue-text.ts'

interface Props {
  entry: QueuedUpload
  /** The position of the video in the queue. */
  index: number
  queue: UploadQueue
  /** True if the details of this video are expanded. */
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The buttons for one video in the queue. */
export function QueuedVideoButtons({ entry, index, queue, isOpen, onToggle }: Props) {
  const { id, phase, contentId } = entry
  const title = getQueuedUploadTitle(entry)
  return (
    <div className="col-span-full flex flex-wrap items-center justify-end gap-1 sm:col-span-1">
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
      {isQueuedUploadEditable(entry) && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={uploadQueueMessages.editOf({ title })}
          onClick={() => onToggle(!isOpen)}
        >
          <Pencil aria-hidden="true" /> {uploadQueueMessages.edit}
        </Button>
      )}
      {isQueuedUploadMovable(entry) && queue.entries.length > 1 && (
        <>
          <IconButton
            bare
            label={uploadQueueMessages.moveUp({ title })}
            icon={<ArrowUp />}
            off={!canMoveInQueue(queue.entries, index, -1)}
            onClick={(event) => move(event, id, -1)}
          />
          <IconButton
            bare
            label={uploadQueueMessages.moveDown({ title })}
            icon={<ArrowDown />}
            off={!canMoveInQueue(queue.entries, index, 1)}
            onClick={(event) => move(event, id, 1)}
          />
        </>
      )}
      {!isQueuedFileUploaded(entry) && <RemoveButton entry={entry} />}
    </div>
  )
}

/**
 * When the entry moves in the document, the browser removes the focus from its button, so the button is
 * focused again.
 */
function move(event: MouseEvent<HTMLButtonElement>, id: string, by: -1 | 1) {
  const button = event.currentTarget
  flushSync(() => moveInQueue(id, by))
  button.focus()
}

/** Removes a video. If bytes of the file have already been sent, the creator must confirm the removal. */
function RemoveButton({ entry }: { entry: QueuedUpload }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const title = getQueuedUploadTitle(entry)
  const remove = () => void removeFromQueue(entry.id)
  const hasSentBytes = entry.phase === 'uploading' || entry.contentId !== null
  return (
    <>
      <IconButton
        bare
        label={uploadQueueMessages.remove({ title })}
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
        {uploadQueueMessages.removal.text({ title })}
      </ConfirmDialog>
    </>
  )
}
