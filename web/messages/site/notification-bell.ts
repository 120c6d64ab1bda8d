import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of the notification bell in the navigation bar. The interface text of the notification
 * panel is in a separate file, which is loaded when the panel opens.
 */
export const notificationBellMessages = defineMessages('site/notification-bell', {
  name: message<{ unread: number }>('{unread, plural, =0 {Notifications} other {Notifications, # unread}}'),
  /** This text is shown on the bell's badge. */
  count: (unread: number) => (unread > 9 ? '9+' : String(unread)),
  /** Screen readers announce this text when a notification arrives. */
  rang: message<{ unread: number }>(
    'You have {unread} unread {unread, plural, one {notification} other {notifications}}',
  ),
})
