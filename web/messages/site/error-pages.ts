/** Shown on a page that failed to load. The error itself comes from contract/errors/error-table.ts. */
export const errorPageMessages = {
  goHome: 'Go Home',
  again: 'Try again',
  /** Shown above Home at an unknown address. */
  unknownPage: {
    pageTitle: 'Page not found',
    title: 'We couldn’t find that page',
    text: 'The link may be mistyped or out of date. Search for what you wanted, or carry on from Home below.',
    home: 'Go to Home',
    help: 'Get help',
  },
}
