import { CircleCheck, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { cx } from '#web/ui/cx.ts'
import { bytes } from '#web/ui/bytes.ts'
import { Progress } from '#web/ui/progress.tsx'
import { card } from '#web/words/upload.ts'
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
      aria-label={card.label(details.title)}
      data-hue={details.type}
      data-phase={phase}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-[22px] border border-line bg-raised p-4 shadow-pop sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-7"
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
        {(phase === 'uploading' || phase === 'processing' || phase === 'complete') && (
          <PrivacyLine gone={current.clean} />
        )}
        <p aria-live="polite" className="sr-only">
          {spoken(current)}
        </p>
      </div>
    </section>
  )
}

function Steps({ current: { phase } }: { current: Current }) {
  const at = steps.findIndex((step) => step === phase)
  if (phase === 'error') return null
  return (
    <ol className="flex gap-2 text-13 font-bold" aria-label={card.steps.label}>
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={cx(
            'flex flex-1 flex-col gap-[6px] border-t-4 pt-2',
            index <= at ? 'border-hue' : 'border-line text-quiet',
          )}
        >
          <span className="inline-flex gap-x-1 max-sm:min-h-[38px] max-sm:flex-col sm:items-center">
            {card.steps[step]}
            {(index < at || phase === 'complete') && (
              <CircleCheck className="size-4 text-good-ink" aria-label={card.steps.done} />
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
        <Progress key={barOf(current)} label={headline(current)} percent={percent} className="flex-1" />
        {percent !== undefined && (
          <span className="min-w-[3.5ch] text-end font-display text-21 font-extrabold tabular-nums">
            {Math.floor(percent)}%
          </span>
        )}
      </div>
      <p className="min-h-[1.45em] text-15 text-quiet tabular-nums">{figures(current)}</p>
      <Aside current={current} />
    </div>
  )
}

/** Processing has a bar of its own; the others share one that never goes back. */
function barOf({ phase }: Current): string {
  return phase === 'processing' ? phase : 'sending'
}

/** What happened before: bytes that were there, or a file that became smaller. */
function Aside({ current: { phase, resumedAt, smaller, file, size } }: { current: Current }) {
  if (phase === 'loading' || phase === 'transcoding') return null
  const words =
    resumedAt !== null
      ? card.resumed(bytes(resumedAt))
      : smaller && card.smaller(bytes(file.size), bytes(size))
  return words && <p className="text-15 font-semibold text-hue-ink">{words}</p>
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
            <RotateCcw aria-hidden="true" /> {card.tryAgain}
          </Button>
        )}
        <Button onClick={putAway}>{card.back}</Button>
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
          <Play aria-hidden="true" /> {card.watch}
        </Link>
      )}
      {phase === 'uploading' && contentId && <PauseButton paused={hold === 'paused'} />}
      {phase !== 'complete' && <CancelButton onCancel={() => void cancel()} />}
    </div>
  )
}

function PauseButton({ paused }: { paused: boolean }) {
  return paused ? (
    <Button variant="primary" onClick={resumeUpload}>
      <Play aria-hidden="true" /> {card.goOn}
    </Button>
  ) : (
    <Button onClick={pauseUpload}>
      <Pause aria-hidden="true" /> {card.pause}
    </Button>
  )
}

function CancelButton({ onCancel }: { onCancel: () => void }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <X aria-hidden="true" /> {card.cancel}
      </Button>
      <ConfirmDialog
        open={asking}
        title={card.reallyCancel.title}
        confirmLabel={card.reallyCancel.yes}
        cancelLabel={card.reallyCancel.no}
        danger
        onConfirm={onCancel}
        onCancel={() => setAsking(false)}
      >
        {card.reallyCancel.text}
      </ConfirmDialog>
    </>
  )
}
