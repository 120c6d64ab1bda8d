/** While offline. */
export const offlineMessages = {
  title: 'You’re offline',
  page: 'This page opens by itself when you’re back.',
  stay: 'You can stay on this page. New pages open when you’re back.',
  held: 'The page you chose opens by itself when you’re back.',
  video: 'The video carries on by itself when you’re back.',
}
