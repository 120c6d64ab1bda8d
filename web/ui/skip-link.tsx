import { words } from '#web/words/ui.ts'

/** The first thing Tab reaches; the page's `<main id="main" tabIndex={-1}>` is where it goes. */
export function SkipLink({ to = '#main' }: { to?: string }) {
  return (
    <a href={to} className="skip-link">
      {words.skip}
    </a>
  )
}
