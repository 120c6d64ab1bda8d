import { ImagePlus } from 'lucide-react'
import { FileField } from '#web/ui/file-field.tsx'
import { words } from '#web/words/upload.ts'
import type { Pictures } from './extras.ts'
import { LocalPicture } from './local-picture.tsx'

interface Props {
  pictures: Pictures
  errors: Partial<Record<string, string>>
  onChange: (patch: Pictures) => void
}

const kinds = [
  { kind: 'cover', label: words.pictures.cover, prompt: words.pictures.addCover },
  { kind: 'thumbnail', label: words.pictures.thumbnail, prompt: words.pictures.addThumbnail },
] as const

/** Without them the video's own pictures are taken. */
export function PictureFields({ pictures, errors, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2">
      {kinds.map(({ kind, label, prompt }) => (
        <FileField
          key={kind}
          label={label}
          prompt={prompt}
          icon={<ImagePlus />}
          accept="image/*"
          error={errors[kind]}
          chosen={pictures[kind] && <LocalPicture file={pictures[kind]} />}
          onFiles={([file]) => onChange({ [kind]: file ?? null })}
        />
      ))}
      <p className="field-hint col-span-2">{words.pictures.hint}</p>
    </div>
  )
}
