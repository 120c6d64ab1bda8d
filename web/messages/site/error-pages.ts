import { defineMessages } from '#i18n/define-messages.ts'
/**
 * The interface text of the error page. The error messages themselves are in contract/errors/error-table.ts.
 */
export const errorPageMessages = defineMessages('site/error-pages', {
  goHome: 'Go Home',
  again: 'Try again',
  /** This text is shown above the home page if the requested page doesn't exist. */
  unknownPage: {
    pageTitle: 'Page not found',
    title: 'We couldn’t find that page',
    text: 'The link may be wrong or out of date. Search for what you’re looking for, or start from the home page below.',
    home: 'Go to Home',
    help: 'Get help',
  },
})
