/** Under a page that could not be made. What went wrong comes from contract/errors/error-table.ts. */
export const errorPageMessages = {
  goHome: 'Go Home',
  again: 'Try again',
  /** Over Home, at an address that leads nowhere. */
  unknownPage: {
    pageTitle: 'Page not found',
    title: 'We couldn’t find that page',
    text: 'The link may be mistyped or out of date. Search for what you wanted, or carry on from Home below.',
    home: 'Go to Home',
    help: 'Get help',
  },
}
