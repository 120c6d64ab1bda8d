import type { ReactNode } from 'react'
import { Illustration, type IllustrationName } from './illustrations.tsx'

type EmptyStateProps = {
  /** If the specification defines a title for the message, use that title. */
  title: string
  children?: ReactNode
  drawing?: IllustrationName
  /** The button or link for the most helpful next step. Use a Button, or a link with `getButtonClassName`. */
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

/** A friendly message that takes the place of an empty list. */
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
