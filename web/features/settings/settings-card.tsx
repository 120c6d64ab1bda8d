import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface Props {
  id: string
  title: string
  danger?: boolean
  /**
   * The heading level of the card's title, which is one level below the heading of the surrounding section.
   */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

export function SettingsCard({ id, title, danger, heading: Heading = 'h3', children }: Props) {
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'rounded-[22px] border bg-raised p-5 sm:p-6',
        danger ? 'border-2 border-bad-ink' : 'border-line',
      )}
    >
      <Heading id={id} className={classNames('text-21', danger && 'text-bad-ink')}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
