import { classNames } from '../class-names.ts'

type ProgressBarProps = {
  /** The name of the current activity, for example "Uploading". */
  label: string
  /** The progress as a number from 0 to 100. Omit the value while the progress is unknown. */
  percent?: number | null
  className?: string
}

export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  const isKnown = percent !== undefined && percent !== null
  const value = isKnown ? Math.round(Math.min(100, Math.max(0, percent))) : undefined
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> cannot be styled consistently across browsers
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      data-unknown={isKnown ? undefined : ''}
      className={classNames('progress', className)}
    >
      <span
        className="progress-fill"
        style={
          isKnown ? { transform: `translateX(calc(${value! - 100}% * var(--inline-direction)))` } : undefined
        }
      />
    </span>
  )
}
