import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of the menu in which followers choose whether they are notified of a creator’s new
 * videos. The `destination` messages are also used on series pages.
 */
export const newVideoNotificationMessages = defineMessages('people/new-video-notifications', {
  /** The accessible label of the menu button, which names the current setting. */
  label: {
    all: message<{ username: string }>('New videos from @{username}: notifications for all videos'),
    none: message<{ username: string }>('New videos from @{username}: no notifications'),
  },
  menu: 'Notifications about new videos',
  choices: { all: 'All new videos', none: 'None' },
  /** These messages say where the notifications arrive. */
  destination: {
    bell: 'Notifications arrive in your bell, at the top of the page.',
    bellAndPush: 'Notifications arrive in your bell and pop up on this device.',
    addPush: 'Get notifications on this device too',
    nowhere: 'Notifications about new videos are off in your settings, so you won’t get any.',
    turnOnInSettings: 'Change notification settings',
  },
  failed: 'Something went wrong',
})
