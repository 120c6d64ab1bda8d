import { cx } from './cx.ts'

type Props = {
  /** What is in progress: "Uploading". */
  label: string
  /** 0 to 100; leave out while unknown. */
  percent?: number | null
  className?: string
}

export function Progress({ label, percent, className }: Props) {
  const known = percent !== undefined && percent !== null
  const value = known ? Math.round(Math.min(100, Math.max(0, percent))) : undefined
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <progress> cannot be styled alike in every browser
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      data-unknown={known ? undefined : ''}
      className={cx('progress', className)}
    >
      <span
        className="progress-fill"
        style={known ? { transform: `translateX(${value! - 100}%)` } : undefined}
      />
    </span>
  )
}
