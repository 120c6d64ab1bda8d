import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { getButtonClassName } from './button-class-name.ts'

/**
 * A button that opens a user-posted link to another site. Nothing is requested from the other site until the
 * user presses the button, and the request contains no referrer.
 */
export function ExternalLinkButton({
  url,
  variant,
  children,
}: {
  url: string
  variant: 'ink' | 'ghost'
  children: ReactNode
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer noopener nofollow"
      className={getButtonClassName({ variant, size: 'small' })}
    >
      <ExternalLink aria-hidden="true" /> {children}
    </a>
  )
}
