/** On every page; the panel's texts are separate and are loaded when it opens. */
export const notificationBellMessages = {
  name: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
  /** On the badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Announced when a notification arrives. */
  rang: (unread: number) => `You have ${unread} unread ${unread === 1 ? 'notification' : 'notifications'}`,
}
