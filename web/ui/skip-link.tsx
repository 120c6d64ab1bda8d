import { uiMessages } from '#web/messages/site/ui-components.ts'

/** The first thing Tab reaches; the page's `<main id="main" tabIndex={-1}>` is where it goes. */
export function SkipLink({ to = '#main' }: { to?: string }) {
  return (
    <a href={to} className="skip-link">
      {uiMessages.skip}
    </a>
  )
}
