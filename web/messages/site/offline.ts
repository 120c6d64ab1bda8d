import { defineMessages } from '#i18n/define-messages.ts'
/** This text is shown while the browser is offline. */
export const offlineMessages = defineMessages('site/offline', {
  title: 'You’re offline',
  page: 'This page will open automatically when you’re back online.',
  stay: 'You can stay on this page. Links to other pages will work again when you’re back online.',
  /** This text is shown instead of `stay` if this browser has saved pages. */
  saved:
    'Pages saved in this browser still open. Links to other pages will work again when you’re back online.',
  savedPages: 'See saved pages',
  held: 'The page you chose will open automatically when you’re back online.',
  video: 'The video will continue automatically when you’re back online.',
})
