import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { OwnContent } from '#contract/content/own-content.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldErrorMessage } from '#web/ui/forms/form-field.tsx'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { videoEditPageMessages } from '#web/messages/upload/edit-video.ts'
import { LocalImagePreview } from '../details/local-image-preview.tsx'

interface Props {
  item: OwnContent
  frames: string[]
  error?: string
}

/** Lets the creator keep the current cover, choose a frame of the video, or upload an image. */
export function CoverPicker({ item, frames, error }: Props) {
  const [file, setFile] = useState<File>()
  const isOwn = item.cover_url !== item.stream_thumbnail_url
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-[6px]">{videoEditPageMessages.cover}</legend>
      <p className="field-hint mb-2">
        {frames.length ? videoEditPageMessages.coverHint : videoEditPageMessages.noFrames}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <CoverTile value="" src={item.cover_url} label={videoEditPageMessages.keep} checked />
        {frames.map((src, index) => (
          <CoverTile
            key={src}
            value={String(index + 1)}
            src={src}
            label={videoEditPageMessages.frame({ n: index + 1, of: frames.length })}
          />
        ))}
        {isOwn && item.stream_thumbnail_url && (
          <CoverTile value="own" src={item.stream_thumbnail_url} label={videoEditPageMessages.own} />
        )}
      </div>
      <FileField
        label={videoEditPageMessages.coverFile}
        optional
        prompt={videoEditPageMessages.addCover}
        icon={<ImagePlus />}
        name="cover"
        accept="image/*"
        chosen={file && <LocalImagePreview file={file} />}
        onFiles={([first]) => setFile(first)}
        className="mt-3"
      />
      {error && <FieldErrorMessage>{error}</FieldErrorMessage>}
    </fieldset>
  )
}

interface CoverTileProps {
  value: string
  src: string | null
  label: string
  checked?: boolean
}

function CoverTile({ value, src, label, checked }: CoverTileProps) {
  return (
    <label className={coverTileClass}>
      <input type="radio" name="cover_frame" value={value} defaultChecked={checked} className="sr-only" />
      {src ? (
        <img src={src} alt="" className="aspect-video w-full rounded-small bg-lifted object-contain" />
      ) : (
        <span className="halftone aspect-video w-full rounded-small bg-lifted" />
      )}
      <span className="text-15 font-semibold">{label}</span>
    </label>
  )
}

const coverTileClass = classNames(
  'flex cursor-pointer flex-col gap-2 rounded-card border-2 border-edge bg-raised p-2',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)
