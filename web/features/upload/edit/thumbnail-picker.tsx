import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { OwnContent } from '#contract/content/own-content.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { videoEditPageMessages } from '#web/messages/upload/edit-video.ts'
import { LocalImagePreview } from '../details/local-image-preview.tsx'

interface Props {
  item: OwnContent
  error?: string
}

/** Lets the creator choose the thumbnail that lists and link previews show. */
export function ThumbnailPicker({ item, error }: Props) {
  const [file, setFile] = useState<File>()
  // The URL of an uploaded thumbnail ends with .webp. The URL of a generated thumbnail ends with a timestamp
  // and a height. If the creator has chosen a cover but no thumbnail, the thumbnail has the same URL as the
  // cover.
  const isOwn = item.thumbnail_url?.endsWith('.webp') && item.thumbnail_url !== item.cover_url
  return (
    <div className="flex flex-col gap-3 sm:max-w-[50%]">
      <FileField
        label={videoEditPageMessages.thumbnailFile}
        optional
        prompt={videoEditPageMessages.addThumbnail}
        icon={<ImagePlus />}
        name="thumbnail"
        accept="image/*"
        error={error}
        chosen={
          file ? (
            <LocalImagePreview file={file} />
          ) : (
            item.thumbnail_url && <CurrentThumbnail src={item.thumbnail_url} />
          )
        }
        onFiles={([first]) => setFile(first)}
      />
      {isOwn && <Checkbox label={videoEditPageMessages.thumbnailOwn} name="thumbnail_own" />}
    </div>
  )
}

function CurrentThumbnail({ src }: { src: string }) {
  return (
    <>
      <img src={src} alt="" className="aspect-video w-full rounded-small bg-lifted object-contain" />
      <span className="text-15 font-semibold">{videoEditPageMessages.changeThumbnail}</span>
    </>
  )
}
