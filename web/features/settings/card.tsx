import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

interface Props {
  id: string
  title: string
  danger?: boolean
  children: ReactNode
}

/** One matter of the settings. */
export function Card({ id, title, danger, children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'rounded-[22px] border bg-raised p-5 sm:p-6',
        danger ? 'border-2 border-bad-ink' : 'border-line',
      )}
    >
      <h3 id={id} className={cx('text-21', danger && 'text-bad-ink')}>
        {title}
      </h3>
      {children}
    </section>
  )
}
