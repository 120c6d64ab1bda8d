import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text for creators who manage the chat of their broadcast. */
export const chatSettingsMessages = defineMessages('watch/chat-settings', {
  title: 'Chat settings',
  slowMode: 'Slow mode',
  slowModeOff: 'Off',
  everySeconds: message<{ seconds: number }>(
    '{seconds, plural, one {One message per second} other {One message every # seconds}}',
  ),
  notSaved: 'Your change wasn’t saved',
  helpers: message<{ most: number }>('Helpers (up to {most})'),
  helpersText: 'Helpers are followers who can remove messages from your chats. You see what they removed.',
  noHelpers: 'You have no helpers yet.',
  username: 'Username of a follower',
  add: 'Add helper',
  added: message<{ username: string }>('@{username} is a helper now'),
  removeHelper: message<{ username: string }>('Remove @{username} as a helper'),
  removed: 'Removed messages',
  noneRemoved: 'Nothing has been removed.',
  removedBy: message<{ name: string }>('Removed by {name}'),
  formerMember: 'a former member',
})
