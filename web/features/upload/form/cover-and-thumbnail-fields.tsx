import { ImagePlus } from 'lucide-react'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import type { VideoImageFiles } from '../transfer/images-and-trailer.ts'
import { LocalImagePreview } from '../details/local-image-preview.tsx'

interface Props {
  pictures: VideoImageFiles
  errors: Partial<Record<string, string>>
  onChange: (patch: VideoImageFiles) => void
}

const getImageFields = () =>
  [
    { kind: 'cover', label: uploadFormMessages.pictures.cover, prompt: uploadFormMessages.pictures.addCover },
    {
      kind: 'thumbnail',
      label: uploadFormMessages.pictures.thumbnail,
      prompt: uploadFormMessages.pictures.addThumbnail,
    },
  ] as const

/**
 * The fields for the cover and the thumbnail, both optional. By default, the cover and the thumbnail are
 * taken from the video.
 */
export function CoverAndThumbnailFields({ pictures, errors, onChange }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2">
      {getImageFields().map(({ kind, label, prompt }) => (
        <FileField
          key={kind}
          label={label}
          prompt={prompt}
          icon={<ImagePlus />}
          accept="image/*"
          error={errors[kind]}
          chosen={pictures[kind] && <LocalImagePreview file={pictures[kind]} />}
          onFiles={([file]) => onChange({ [kind]: file ?? null })}
        />
      ))}
      <p className="field-hint col-span-2">{uploadFormMessages.pictures.hint}</p>
    </div>
  )
}
