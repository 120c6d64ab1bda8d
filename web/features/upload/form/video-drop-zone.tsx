import { Clapperboard, Replace } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UploadType } from '#contract/content/content-types.ts'
import { videoExtensions } from '#contract/limits.ts'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { isCaptionFile } from '../captions/caption-file-names.ts'
import { describeAllowedFiles } from '../details/video-details.ts'
import { FirstFramePreview } from '../progress/first-frame-preview.tsx'

interface Props {
  type: UploadType
  file: File | null
  error?: string
  /** While the form is hidden, another part of the page handles dropped files. */
  isHidden: boolean
  onFile: (file: File) => void
  /** Called if the creator chooses several videos at once. */
  onSeveralFiles: (files: File[]) => void
  /** Called if caption files were dropped, either alone or together with one video. */
  onCaptionFiles: (files: File[]) => void
}

/** The field for the video file. A file can also be dropped anywhere on the page. */
export function VideoDropZone({ type, file, error, isHidden, ...on }: Props) {
  const handleFiles = (files: File[]) => {
    const captions = files.filter(isCaptionFile)
    const [first, ...others] = files.filter((one) => !captions.includes(one))
    // If several videos were dropped, it is unclear which of them the captions belong to. The queue rejects
    // the captions and explains why.
    if (others.length > 0) return on.onSeveralFiles(files)
    if (captions.length > 0) on.onCaptionFiles(captions)
    if (first) on.onFile(first)
  }
  const isDragging = useFileDropOnPage(handleFiles, isHidden)
  return (
    <>
      <FileField
        label={uploadFormMessages.video.label}
        prompt={uploadFormMessages.video.prompt}
        icon={<Clapperboard />}
        size="large"
        accept={videoFileAcceptAttribute}
        multiple
        error={error}
        hint={`${describeAllowedFiles(type)}. ${uploadFormMessages.video.advised}. ${uploadFormMessages.video.several}`}
        chosen={file && <ChosenVideo file={file} />}
        onFiles={handleFiles}
      />
      {isDragging && <DropOverlay />}
    </>
  )
}

function ChosenVideo({ file }: { file: File }) {
  return (
    <span className="flex w-full flex-col gap-3">
      <FirstFramePreview file={file} className="aspect-video w-full rounded-card" />
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-15">
        <span className="drop-name text-start">
          <bdi>{file.name}</bdi> <span className="font-normal text-quiet">{formatBytes(file.size)}</span>
        </span>
        <span className="inline-flex items-center gap-2 font-semibold text-hue-ink">
          <Replace size={17} aria-hidden="true" /> {uploadFormMessages.video.another}
        </span>
      </span>
    </span>
  )
}

export function DropOverlay() {
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-[28px] border-4 border-dashed border-on-hue bg-hue/95 text-on-hue">
      <p className="poster-type text-center">{uploadFormMessages.video.letGo}</p>
    </div>
  )
}

/**
 * Returns true while the user drags files over the page. If the pointer is over a file field, the dropped
 * file goes to that field.
 */
export function useFileDropOnPage(onFiles: (files: File[]) => void, isOff = false) {
  const [isDragging, setIsDragging] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    if (isOff) return
    const hasFiles = (event: DragEvent) => Boolean(event.dataTransfer?.types.includes('Files'))
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without preventDefault, the browser would leave the page and open the dropped video.
      event.preventDefault()
      setIsDragging(!(event.target as Element).closest('.drop'))
    }
    const onDragLeave = (event: DragEvent) => !event.relatedTarget && setIsDragging(false)
    const drop = (event: DragEvent) => {
      setIsDragging(false)
      if (!hasFiles(event) || (event.target as Element).closest('.drop')) return
      event.preventDefault()
      const files = [...event.dataTransfer!.files]
      if (files.length > 0) take(files)
    }
    const all = [
      ['dragenter', enter] as const,
      ['dragover', enter] as const,
      ['dragleave', onDragLeave] as const,
    ]
    for (const [name, listener] of [...all, ['drop', drop] as const]) addEventListener(name, listener)
    return () => {
      for (const [name, listener] of [...all, ['drop', drop] as const]) removeEventListener(name, listener)
    }
  }, [isOff])
  return isDragging
}

export const videoFileAcceptAttribute = ['video/*', ...videoExtensions.map((name) => `.${name}`)].join(',')
