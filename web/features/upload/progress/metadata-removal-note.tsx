import { ShieldCheck } from 'lucide-react'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'

/** `isRemoved` is true if this device removed the metadata before the upload. */
export function MetadataRemovalNote({ isRemoved }: { isRemoved?: boolean }) {
  return (
    <p className="flex items-start gap-2 text-15 text-quiet">
      <ShieldCheck className="mt-[2px] size-5 shrink-0 text-good-ink" aria-hidden="true" />
      {isRemoved ? uploadFormMessages.privacy.gone : uploadFormMessages.privacy.later}
    </p>
  )
}
