import { uiMessages } from '#web/messages/site/ui-components.ts'

/** The first element that Tab reaches; leads to the page's `<main id="main" tabIndex={-1}>`. */
export function SkipLink({ to = '#main' }: { to?: string }) {
  return (
    <a href={to} className="skip-link">
      {uiMessages.skip}
    </a>
  )
}
