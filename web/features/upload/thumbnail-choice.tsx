import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { OwnContent } from '#contract/content.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FileField } from '#web/ui/file-field.tsx'
import { words } from '#web/words/edit.ts'
import { LocalPicture } from './local-picture.tsx'

interface Props {
  item: OwnContent
  error?: string
}

/** The small picture of lists and links. */
export function ThumbnailChoice({ item, error }: Props) {
  const [file, setFile] = useState<File>()
  // The video's own is asked for by time and height, and a chosen cover stands in for it; one set on purpose is another file.
  const isOwn = item.thumbnail_url?.endsWith('.webp') && item.thumbnail_url !== item.cover_url
  return (
    <div className="flex flex-col gap-3 sm:max-w-[50%]">
      <FileField
        label={words.thumbnailFile}
        optional
        prompt={words.addThumbnail}
        icon={<ImagePlus />}
        name="thumbnail"
        accept="image/*"
        error={error}
        chosen={file ? <LocalPicture file={file} /> : item.thumbnail_url && <Now src={item.thumbnail_url} />}
        onFiles={([first]) => setFile(first)}
      />
      {isOwn && <Checkbox label={words.thumbnailOwn} name="thumbnail_own" />}
    </div>
  )
}

function Now({ src }: { src: string }) {
  return (
    <>
      <img src={src} alt="" className="aspect-video w-full rounded-small bg-lifted object-contain" />
      <span className="text-15 font-semibold">{words.changeThumbnail}</span>
    </>
  )
}
