import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the watch history page, and of the prompt that offers to turn the history on. */
export const watchHistoryMessages = defineMessages('dashboard/watch-history', {
  title: 'Watch history',
  description: 'Turn your watch history on or off, and find videos you’ve watched. Only you can see it.',
  back: 'Back to dashboard',
  link: 'Watch history',
  linkText: 'Continue videos on your other devices, and see or delete what you’ve watched.',
  seeAll: 'History',

  promptTitle: 'Continue on your other devices?',
  promptText:
    'We’ll remember where you stopped, in a watch history that only you can see. Videos stay in it for 90 days, and you can delete it at any time.',
  promptMore: 'More about watch history',
  turnOn: 'Turn on',
  noThanks: 'No, thanks',
  turnedOn: 'Watch history is on',
  notAskedAgain: 'Watch history stays off',
  saveFailed: 'Couldn’t save your choice',

  explain:
    'With your watch history on, you can continue a video on any device where you’re signed in. We keep a list of the videos you watch, and where you stopped, for 90 days after you last watched them. Only you can see it: not your followers, not the creators, not our moderators.',
  browser:
    'Even when your watch history is off, this browser remembers where you stopped until you sign out. We don’t see that.',
  states: {
    unset: 'Your watch history is off.',
    off: 'Your watch history is off.',
    on: 'Your watch history is on.',
    paused: 'Your watch history is paused. Videos you watch now aren’t added to it.',
  },
  pause: 'Pause',
  resume: 'Resume',
  turnOff: 'Turn off',
  clear: 'Delete history',
  /** The toasts that confirm each change. */
  done: {
    on: 'Watch history is on',
    paused: 'Watch history paused',
    off: 'Watch history turned off and deleted',
    clear: 'Watch history deleted',
    remove: 'Removed from your watch history',
  },

  askOff: 'Turn off your watch history?',
  askOffText:
    'This deletes the whole list, and you can’t get it back. You can turn your history back on at any time, but it will start empty.',
  askOffYes: 'Turn off and delete',
  askClear: 'Delete your watch history?',
  askClearText: 'This deletes the whole list, and you can’t get it back. Your history stays on.',
  askClearYes: 'Delete history',
  cancel: 'Cancel',

  list: 'Videos you’ve watched',
  search: 'Search your history',
  searchGo: 'Search',
  searchAll: 'Show all',
  none: 'Nothing here yet',
  noneText: 'Videos appear here after you’ve watched them for half a minute.',
  noMatch: message<{ q: string }>('No video in your history matches “{q}”'),
  remove: message<{ title: string }>('Remove “{title}” from your history'),
  pages: 'More videos',
  newest: 'Newest',
  older: 'Older',
})
