import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { OwnContent } from '#contract/content.ts'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/field-frame.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { words } from '#web/words/edit.ts'
import { LocalPicture } from './local-picture.tsx'

interface Props {
  item: OwnContent
  frames: string[]
  error?: string
}

/** The cover: as it is, a frame of the video, or a picture of one's own. */
export function CoverChoice({ item, frames, error }: Props) {
  const [file, setFile] = useState<File>()
  const isOwn = item.cover_url !== item.stream_thumbnail_url
  return (
    <fieldset className="field min-w-0">
      <legend className="field-label mb-[6px]">{words.cover}</legend>
      <p className="field-hint mb-2">{frames.length ? words.coverHint : words.noFrames}</p>
      <div className="grid grid-cols-2 gap-3">
        <Tile value="" src={item.cover_url} label={words.keep} checked />
        {frames.map((src, index) => (
          <Tile key={src} value={String(index + 1)} src={src} label={words.frame(index + 1, frames.length)} />
        ))}
        {isOwn && item.stream_thumbnail_url && (
          <Tile value="own" src={item.stream_thumbnail_url} label={words.own} />
        )}
      </div>
      <FileField
        label={words.coverFile}
        optional
        prompt={words.addCover}
        icon={<ImagePlus />}
        name="cover"
        accept="image/*"
        chosen={file && <LocalPicture file={file} />}
        onFiles={([first]) => setFile(first)}
        className="mt-3"
      />
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

interface TileProps {
  value: string
  src: string | null
  label: string
  checked?: boolean
}

function Tile({ value, src, label, checked }: TileProps) {
  return (
    <label className={tile}>
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

const tile = cx(
  'flex cursor-pointer flex-col gap-2 rounded-card border-2 border-edge bg-raised p-2',
  'hover:border-quiet has-checked:border-hue-ink has-checked:bg-lifted',
  'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
)
