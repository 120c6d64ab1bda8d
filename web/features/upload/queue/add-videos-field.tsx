import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { uploadQueueMessages } from '#web/messages/upload/upload-queue.ts'
import { videoFileAcceptAttribute, DropOverlay, useFileDropOnPage } from '../form/video-drop-zone.tsx'
import { maxQueuedUploads } from './queued-upload.ts'

/** The field that adds videos to the queue. Files can also be dropped anywhere on the page. */
export function AddVideosField({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [addCount, setAddCount] = useState(0)
  const isDragging = useFileDropOnPage(onFiles)
  const add = (files: File[]) => {
    // After the creator has chosen files, the field is replaced with an empty one, so the same file can be
    // chosen twice in a row.
    setAddCount((count) => count + 1)
    if (files.length > 0) onFiles(files)
  }
  return (
    <>
      <FileField
        key={addCount}
        label={uploadQueueMessages.addMore}
        prompt={uploadQueueMessages.addPrompt}
        hint={uploadQueueMessages.addHint({ most: maxQueuedUploads })}
        icon={<Plus />}
        accept={videoFileAcceptAttribute}
        multiple
        onFiles={add}
      />
      {isDragging && <DropOverlay />}
    </>
  )
}
