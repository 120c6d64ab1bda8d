import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './illustrations.tsx'

type EmptyStateProps = {
  /** The specification's words where it has some. */
  title: string
  children?: ReactNode
  drawing?: IllustrationName
  /** The one thing that helps: a Button, or a link with `buttonClass`. */
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

/** Nothing here, said as a friend would. */
export function EmptyState({
  title,
  children,
  drawing = 'tape',
  action,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="empty">
      <Illustration name={drawing} />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}
