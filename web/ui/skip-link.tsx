import { uiMessages } from '#web/messages/site/ui-components.ts'

/**
 * A link to the `<main id="main" tabIndex={-1}>` element of the page. The skip link is the first element that
 * the Tab key reaches.
 */
export function SkipLink({ to = '#main' }: { to?: string }) {
  return (
    <a href={to} className="skip-link">
      {uiMessages.skip}
    </a>
  )
}
