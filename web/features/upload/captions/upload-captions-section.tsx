import { Captions } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { uploadCaptionsMessages } from '#web/messages/upload/upload-captions.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import type { UploadCaptionsFieldProps } from './upload-caption.ts'

const LazyUploadCaptionsField = lazy(retryWhenOnline(() => import('./upload-captions-field.tsx')))

/**
 * The optional captions for a new video. Most uploads have no captions, so the code for the caption fields is
 * loaded only when the creator opens them.
 */
export function UploadCaptionsSection(props: UploadCaptionsFieldProps) {
  const [isOpened, setIsOpened] = useState(false)
  const isOpen = isOpened || props.captions.length > 0 || Boolean(props.dropped?.length)
  // The caption fields stay open when the last file is removed.
  if (isOpen !== isOpened) setIsOpened(isOpen)
  if (!isOpen)
    return (
      <div className="flex flex-col items-start gap-2">
        <Button onClick={() => setIsOpened(true)}>
          <Captions aria-hidden="true" /> {uploadCaptionsMessages.open}
        </Button>
        <p className="field-hint">{uploadCaptionsMessages.openHint}</p>
      </div>
    )
  return (
    <Suspense fallback={<Spinner />}>
      <LazyUploadCaptionsField {...props} />
    </Suspense>
  )
}
