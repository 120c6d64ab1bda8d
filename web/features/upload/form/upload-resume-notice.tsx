import { RotateCcw } from 'lucide-react'
import { Button } from '#web/ui/controls/button.tsx'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import type { UnfinishedUpload } from '../transfer/unfinished-uploads.ts'

interface Props {
  unfinished: UnfinishedUpload
  onStartOver: () => void
}

/** Tells the user how much of the file the server has already received. */
export function UploadResumeNotice({ unfinished: { offset, size }, onStartOver }: Props) {
  const percent = Math.floor((offset / size) * 100)
  return (
    <div
      aria-live="polite"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-lifted p-4"
    >
      <RotateCcw className="size-5 text-hue-ink" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60 text-15">
        <strong>{uploadFormMessages.goingOn.percent({ percent })}</strong>{' '}
        {uploadFormMessages.goingOn.known({ percent })}
      </p>
      <Button size="small" onClick={onStartOver}>
        {uploadFormMessages.goingOn.startOver}
      </Button>
    </div>
  )
}
