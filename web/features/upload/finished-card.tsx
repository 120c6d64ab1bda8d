import { CircleCheck, Play, X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { finished as words } from '#web/words/upload.ts'
import { FirstFrame } from './first-frame.tsx'
import type { Current } from './state.ts'

/** On the dashboard after an upload: that it worked, the new video, and the way to it. */
export function FinishedCard({ upload, onClose }: { upload: Current; onClose: () => void }) {
  const { details, file, contentId, playable } = upload
  return (
    <section
      aria-label={words.label}
      data-hue={details.type}
      className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-4 rounded-[22px] border-2 border-good-ink bg-raised p-4 sm:gap-6 sm:p-5 md:grid-cols-[220px_minmax(0,1fr)_auto]"
    >
      <FirstFrame file={file} className="aspect-video w-full rounded-card" />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may only hold phrases */}
      <div role="status" className="flex min-w-0 flex-col items-start gap-1">
        <h2 className="flex items-start gap-2 text-21">
          <CircleCheck className="mt-[2px] shrink-0 text-good-ink" aria-hidden="true" />
          {playable ? words.ready : words.received}
        </h2>
        <p className="max-w-full truncate font-semibold">{details.title}</p>
        <p className="text-15 text-quiet max-sm:hidden">{playable ? words.readyText : words.receivedText}</p>
      </div>
      <IconButton bare label={words.close} icon={<X />} className="self-start" onClick={onClose} />
      {playable && contentId && (
        <Link
          to={paths.watch(contentId)}
          className={buttonClass({ variant: 'primary' }, 'col-span-full sm:justify-self-start')}
        >
          <Play fill="currentColor" aria-hidden="true" /> {words.watch}
        </Link>
      )}
    </section>
  )
}
