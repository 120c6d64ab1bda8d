/** The menu in which followers choose whether to be notified of a creator’s new videos. */
export const newVideoNotificationMessages = {
  /** The accessible label of the button, which names the current setting. */
  label: {
    all: (username: string) => `New videos from @${username}: notifications for all videos`,
    none: (username: string) => `New videos from @${username}: no notifications`,
  },
  menu: 'Notifications about new videos',
  choices: { all: 'All new videos', none: 'None' },
  quietHours: 'We hold notifications until your quiet hours are over.',
  failed: 'Something went wrong',
}
