import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text of the offline page, which lists the pages that this browser has saved. */
export const offlinePagesMessages = defineMessages('site/offline-pages', {
  title: 'Offline pages',
  description: 'The pages you can open without a connection.',
  lead: 'With offline pages on, this browser keeps the lists you opened last, like Home, your playlists and your history. You can open them when you have no connection. Videos don’t play offline.',
  offline:
    'You’re offline, and this browser hasn’t saved that page. It will open automatically when you’re back online.',
  setting: 'Save pages for offline use',
  settingHint:
    'Saved pages stay in this browser for up to seven days. When you sign out, we delete them. Don’t turn this on if you share this device.',
  unsupported:
    'This browser can’t save pages. Browsers don’t allow this in a private window or without a secure connection.',
  noConsent: 'Functional storage is off in your cookie settings, so this browser can’t save pages.',
  cookieSettings: 'Change cookie settings',
  saved: 'Saved pages',
  savedAt: 'Saved',
  none: 'No saved pages yet. Open Home or another list, and it will show up here.',
  retry: 'Try again',
  install:
    'To install this site as an app, open your browser’s menu and choose “Install” or “Add to Home Screen”. The app saves pages automatically.',
  card: 'Offline pages',
  cardText: 'Choose whether this browser keeps the lists you opened last, so you can open them offline.',
  cardLink: 'Offline pages',
})
