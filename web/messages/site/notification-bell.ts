import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of the notification bell in the navigation bar. The interface text of the notification
 * panel is loaded separately when the panel opens.
 */
export const notificationBellMessages = defineMessages('site/notification-bell', {
  name: message<{ unread: number }>('{unread, plural, =0 {Notifications} other {Notifications, # unread}}'),
  /** Shown on the bell's badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Announced to screen readers when a notification arrives. */
  rang: message<{ unread: number }>(
    'You have {unread} unread {unread, plural, one {notification} other {notifications}}',
  ),
})
