import { useEffect, useState } from 'react'

/** Shows a preview of an image before the image is uploaded. */
export function LocalImagePreview({ file }: { file: File }) {
  return <ObjectUrlImage key={`${file.name} ${file.lastModified}`} file={file} />
}

function ObjectUrlImage({ file }: { file: File }) {
  const [url] = useState(() => URL.createObjectURL(file))
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <>
      <img src={url} alt="" className="aspect-video w-full rounded-small bg-lifted object-cover" />
      <span className="line-clamp-1 max-w-full text-13 break-all text-quiet">{file.name}</span>
    </>
  )
}
