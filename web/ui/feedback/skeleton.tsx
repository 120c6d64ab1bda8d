import { classNames } from '../class-names.ts'

/** A grey placeholder; give it the exact size of the content. Put `aria-busy` on the surrounding region, once. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton', className)} />
}

/** As many lines as the expected text, with a shorter last one. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classNames('skeleton my-2 h-[0.9em]', line === lines - 1 && 'w-3/5')} />
      ))}
    </span>
  )
}
