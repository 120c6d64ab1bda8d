export const pushMessages = {
  title: 'Push notifications',
  text: 'Get notified on this device even when the site isn’t open. A push notification never shows names, titles or what someone wrote, because others can see your lock screen. We hold them back during your quiet hours.',
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
  failed: {
    title: 'Couldn’t turn on push notifications',
    text: 'Your browser couldn’t turn on push notifications. Check your connection, then try again.',
  },
  devices: 'Your devices',
  unknown: 'Unknown device',
  here: 'This device',
  since: 'Added',
  remove: 'Remove',
  removeOne: (device: string) => `Remove ${device}`,
  kinds: 'Send me push notifications about',
  chooseKinds: 'Choose at least one. Nothing is sent until you do.',
  save: 'Save push settings',
}
