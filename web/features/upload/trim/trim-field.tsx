import { Scissors } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatTrimTime } from './trim-times.ts'
import type { VideoTrim } from './use-trim.ts'

const LazyTrimDialog = lazy(retryWhenOnline(() => import('./trim-dialog.tsx')))

/** The button that opens the trim dialog, with the times of the part that will be uploaded. */
export function TrimField({ file, trim: { range, onChange } }: { file: File; trim: VideoTrim }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => setIsOpen(true)}>
        <Scissors aria-hidden="true" /> {range ? trimMessages.change : trimMessages.open}
      </Button>
      {range && (
        <Button variant="ghost" onClick={() => onChange(undefined)}>
          {trimMessages.remove}
        </Button>
      )}
      <p aria-live="polite" className="basis-full text-15 font-semibold text-hue-ink empty:hidden">
        {range &&
          trimMessages.chosen({
            start: formatTrimTime(range.start),
            end: formatTrimTime(range.end),
            length: formatTrimTime(range.end - range.start),
          })}
      </p>
      {isOpen && (
        <Suspense>
          <LazyTrimDialog
            file={file}
            initial={range}
            onApply={(next) => {
              onChange(next)
              setIsOpen(false)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
