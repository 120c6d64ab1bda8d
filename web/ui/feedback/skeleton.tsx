import { classNames } from '../class-names.ts'

/**
 * A grey placeholder for content that is being loaded. The skeleton must have exactly the same size as the
 * content that replaces it. Put `aria-busy` on the region that contains the skeleton.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

/**
 * A placeholder for text that is being loaded. Pass the expected number of lines. The last line is shorter
 * than the others.
 */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classNames('skeleton my-2 h-[0.9em]', line === lines - 1 && 'w-3/5')} />
      ))}
    </span>
  )
}
