import { lazy, type ReactNode, Suspense } from 'react'
import type { IllustrationName } from './illustrations.tsx'

/** The illustrations are decorative, so pages neither wait for their code nor fail without it. */
const LazyIllustration = lazy(() =>
  import('./illustrations.tsx').then(
    ({ Illustration }) => ({ default: Illustration }),
    () => ({ default: EmptyIllustration }),
  ),
)

/** A placeholder for an illustration that is not loaded yet. */
const EmptyIllustration = () => <svg className="drawing" viewBox="0 0 240 160" aria-hidden="true" />

type EmptyStateProps = {
  /** If the specification defines a title for the message, use that title. */
  title: string
  children?: ReactNode
  drawing?: IllustrationName
  /** The button or link for the most helpful next step. Use a Button, or a link with `getButtonClassName`. */
  action?: ReactNode
  heading?: 'h1' | 'h2' | 'h3'
}

/** A friendly message that replaces an empty list. */
export function EmptyState({
  title,
  children,
  drawing = 'tape',
  action,
  heading: Heading = 'h2',
}: EmptyStateProps) {
  return (
    <div className="empty">
      <Suspense fallback={<EmptyIllustration />}>
        <LazyIllustration name={drawing} />
      </Suspense>
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  )
}
