import { defineMessages, message } from '#i18n/define-messages.ts'
export const pushMessages = defineMessages('dashboard/push-notifications', {
  title: 'Push notifications',
  text: 'Push notifications pop up on your phone or computer, even when this site is closed. You choose which ones you get. They never show names, titles or what someone wrote, because other people can see your screen.',
  states: {
    checking: 'Checking this browser…',
    unsupported:
      'This browser doesn’t support push notifications. On an iPhone or iPad, add this site to your home screen first.',
    blocked:
      'Notifications from this site are blocked in your browser. Allow them in your browser’s site settings, then reload this page.',
    off: 'Push notifications are off on this device.',
    on: 'Push notifications are on for this device.',
  },
  turnOn: 'Turn on for this device',
  turnOff: 'Turn off for this device',
  failed: 'Your browser couldn’t turn push notifications on or off. Check your connection, then try again.',
  devices: 'Your devices',
  unknown: 'Unknown device',
  here: 'This device',
  since: 'Added',
  remove: 'Remove',
  removeOne: message<{ device: string }>('Remove {device}'),
  kinds: 'Send me push notifications about',
  chooseKinds: 'Choose at least one. Nothing is sent until you do.',
  offInBell: 'You’ve turned these notifications off, so they don’t pop up on your devices either.',
  save: 'Save push settings',
})
