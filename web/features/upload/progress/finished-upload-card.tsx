import { CircleCheck, Play, X } from 'lucide-react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { finishedUploadMessages } from '#web/messages/upload/upload-form.ts'
import { formatZonedDateTime, useTimeZone } from '#web/ui/formatting/time-zone.ts'
import { CaptionUploadFailures } from '../captions/caption-upload-failures.tsx'
import { FirstFramePreview } from './first-frame-preview.tsx'
import type { CurrentUpload } from '../transfer/current-upload.ts'

/** The dashboard's success message after an upload, with a link to the new video. */
export function FinishedUploadCard({ upload, onClose }: { upload: CurrentUpload; onClose: () => void }) {
  const { details, file, contentId, playable, captionFailures } = upload
  const { publication_state: state } = details
  const timeZone = useTimeZone()
  const outcome = state === 'published' ? (playable ? 'ready' : 'received') : state
  return (
    <section
      aria-label={finishedUploadMessages.label}
      data-hue={details.type}
      className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-4 rounded-[22px] border-2 border-good-ink bg-raised p-4 sm:gap-6 sm:p-5 md:grid-cols-[220px_minmax(0,1fr)_auto]"
    >
      <FirstFramePreview file={file} className="aspect-video w-full rounded-card" />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only */}
      <div role="status" className="flex min-w-0 flex-col items-start gap-1">
        <h2 className="flex items-start gap-2 text-21">
          <CircleCheck className="mt-[2px] shrink-0 text-good-ink" aria-hidden="true" />
          {finishedUploadMessages[outcome]}
        </h2>
        <p className="max-w-full truncate font-semibold" dir="auto">
          {details.title}
        </p>
        {outcome === 'scheduled' && details.publish_at && (
          <p>
            {finishedUploadMessages.scheduledFor({ time: formatZonedDateTime(details.publish_at, timeZone) })}
          </p>
        )}
        <p className="text-15 text-quiet max-sm:hidden">{finishedUploadMessages[`${outcome}Text`]}</p>
      </div>
      <IconButton
        bare
        label={finishedUploadMessages.close}
        icon={<X />}
        className="self-start"
        onClick={onClose}
      />
      {captionFailures.length > 0 && (
        <div className="col-span-full">
          <CaptionUploadFailures failures={captionFailures} contentId={contentId} />
        </div>
      )}
      {playable && contentId && (
        <Link
          to={pagePaths.watch(contentId)}
          className={getButtonClassName({ variant: 'primary' }, 'col-span-full sm:justify-self-start')}
        >
          <Play fill="currentColor" aria-hidden="true" /> {finishedUploadMessages.watch}
        </Link>
      )}
    </section>
  )
}
