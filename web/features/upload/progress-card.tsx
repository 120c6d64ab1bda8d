import { CircleCheck, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { Progress } from '#web/ui/progress.tsx'
import { FirstFrame } from './first-frame.tsx'
import { PrivacyLine } from './privacy-line.tsx'
import { barPercent, figures, headline, spoken, steps } from './progress-words.ts'
import { cancelUpload, dismissUpload, pauseUpload, resumeUpload } from './run.ts'
import type { Current } from './state.ts'

interface Props {
  current: Current
  /** Try the same again; without it the card can only be put away. */
  onRetry?: () => void
  /** It was cancelled or put away: what is unfinished on the server may have changed. */
  onAway?: () => void
}

/** The upload of this tab, telling the truth about where it is. */
export function ProgressCard({ current, onRetry, onAway }: Props) {
  const { phase, details, file, error } = current
  return (
    <section
      aria-label={`Upload of ${details.title}`}
      data-hue={details.type}
      data-phase={phase}
      className="grid gap-5 rounded-[22px] border border-line bg-raised p-4 shadow-pop sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-7"
    >
      <FirstFrame file={file} className="aspect-video w-full rounded-card" />
      <div className="flex min-w-0 flex-col gap-4">
        <div>
          <p className="truncate text-15 font-semibold text-quiet">{details.title}</p>
          <h2 className={cx('text-40', phase === 'error' && 'text-bad-ink')}>{headline(current)}</h2>
        </div>
        <Steps current={current} />
        {phase === 'error' ? (
          <p role="alert" className="flex items-start gap-2">
            <TriangleAlert className="mt-1 size-5 shrink-0 text-bad-ink" aria-hidden="true" /> {error?.detail}
          </p>
        ) : (
          <Figures current={current} />
        )}
        {current.notes.map((note) => (
          <p key={note} className="text-15 text-bad-ink">
            {note}
          </p>
        ))}
        <Buttons current={current} onRetry={onRetry} onAway={onAway} />
        {phase !== 'error' && <PrivacyLine />}
        <p aria-live="polite" className="sr-only">
          {spoken(current)}
        </p>
      </div>
    </section>
  )
}

function Steps({ current: { phase } }: { current: Current }) {
  const at = steps.findIndex((step) => step.phase === phase)
  if (phase === 'error') return null
  return (
    <ol className="flex gap-2 text-13 font-bold" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step.phase}
          aria-current={index === at ? 'step' : undefined}
          className={cx(
            'flex flex-1 flex-col gap-[6px] border-t-4 pt-2',
            index <= at ? 'border-hue' : 'border-line text-quiet',
          )}
        >
          <span className="inline-flex items-center gap-1">
            {step.label}
            {(index < at || phase === 'complete') && (
              <CircleCheck className="size-4 text-good-ink" aria-label="done" />
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Figures({ current }: { current: Current }) {
  const percent = barPercent(current)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-4">
        <Progress key={current.phase} label={headline(current)} percent={percent} className="flex-1" />
        {percent !== undefined && (
          <span className="min-w-[3.5ch] text-end font-display text-21 font-extrabold tabular-nums">
            {Math.floor(percent)}%
          </span>
        )}
      </div>
      <p className="min-h-[1.45em] text-15 text-quiet tabular-nums">{figures(current)}</p>
      {current.resumedAt !== null && current.phase === 'uploading' && (
        <p className="text-15 font-semibold text-hue-ink">Going on from {current.resumedAt}%</p>
      )}
    </div>
  )
}

function Buttons({ current, onRetry, onAway }: Props) {
  const { phase, hold, contentId, playable } = current
  const putAway = () => {
    dismissUpload()
    onAway?.()
  }
  const cancel = async () => {
    await cancelUpload()
    onAway?.()
  }
  if (phase === 'error')
    return (
      <div className="flex flex-wrap gap-3">
        {onRetry && current.mayRetry && (
          <Button variant="primary" onClick={onRetry}>
            <RotateCcw aria-hidden="true" /> Try again
          </Button>
        )}
        <Button onClick={putAway}>Back to the form</Button>
      </div>
    )
  return (
    <div className="flex flex-wrap gap-3">
      {playable && contentId && (
        <Link
          to={paths.watch(contentId)}
          onClick={dismissUpload}
          className={buttonClass({ variant: 'primary' })}
        >
          <Play aria-hidden="true" /> Watch now
        </Link>
      )}
      {phase === 'uploading' && <PauseButton paused={hold === 'paused'} />}
      {phase !== 'complete' && <CancelButton onCancel={() => void cancel()} />}
    </div>
  )
}

function PauseButton({ paused }: { paused: boolean }) {
  return paused ? (
    <Button variant="primary" onClick={resumeUpload}>
      <Play aria-hidden="true" /> Go on
    </Button>
  ) : (
    <Button onClick={pauseUpload}>
      <Pause aria-hidden="true" /> Pause
    </Button>
  )
}

function CancelButton({ onCancel }: { onCancel: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <X aria-hidden="true" /> Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel this upload?"
        confirmLabel="Cancel upload"
        cancelLabel="Keep uploading"
        danger
        onConfirm={onCancel}
        onCancel={() => setAsking(false)}
      >
        What has been sent so far is thrown away. What you typed stays in the form.
      </ConfirmDialog>
    </>
  )
}
