/** The menu with which followers choose whether they are notified of a creator’s new videos. */
export const newVideoNotificationMessages = {
  /** The accessible label of the button, which names the current setting. */
  label: {
    all: (username: string) => `New videos from @${username}: you’re notified of all`,
    none: (username: string) => `New videos from @${username}: no notifications`,
  },
  menu: 'Notifications about new videos',
  choices: { all: 'All new videos', none: 'None' },
  quietHours: 'During quiet hours, notifications wait until they end.',
  failed: 'Something went wrong',
}
