import { classNames } from '../class-names.ts'

/**
 * A grey loading placeholder. Give the skeleton the exact size of the content, and put `aria-busy` on the
 * surrounding region.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

/** A placeholder for text. Pass the expected number of lines; the last line is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classNames('skeleton my-2 h-[0.9em]', line === lines - 1 && 'w-3/5')} />
      ))}
    </span>
  )
}
