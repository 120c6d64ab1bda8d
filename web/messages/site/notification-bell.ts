/** In the bar of every page: kept apart from the centre's words, which come when it opens. */
export const notificationBellMessages = {
  name: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  /** On the badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Said when it rings. */
  rang: (unread: number) => `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`,
}
