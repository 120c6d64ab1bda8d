/** Shown while the browser is offline. */
export const offlineMessages = {
  title: 'You’re offline',
  page: 'This page will open automatically when you’re back online.',
  stay: 'You can stay on this page. Links to other pages will work again when you’re back online.',
  held: 'The page you chose will open automatically when you’re back online.',
  video: 'The video will continue automatically when you’re back online.',
}
