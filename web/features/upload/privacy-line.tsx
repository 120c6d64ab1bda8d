import { ShieldCheck } from 'lucide-react'

export function PrivacyLine() {
  return (
    <p className="flex items-start gap-2 text-15 text-quiet">
      <ShieldCheck className="mt-[2px] size-5 shrink-0 text-good-ink" aria-hidden="true" />
      Location and device data are removed before anyone can see your video.
    </p>
  )
}
