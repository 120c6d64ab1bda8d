import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the "Your data & devices" page. */
export const dataAndDevicesMessages = defineMessages('dashboard/data-and-devices', {
  title: 'Your data & devices',
  description: 'Download your data, and see where you’re signed in.',
  back: 'Back to dashboard',
  link: 'Your data & devices',
  linkText: 'Download a copy of your data, or sign out on a device you no longer use.',

  grown: 'You’re 20 now',
  grownText:
    'This site is for people aged 13–19, so your account is now read-only. What you published stays until you delete it. Before you do, download a copy of your data. Thank you for being part of this!',
  grownLink: 'Download your data',

  copy: 'A copy of your data',
  copyText:
    'You’ll get one ZIP file with your account details, videos, comments, likes, playlists, series, watch history, settings, and the people you follow or block. It doesn’t include what other people wrote.',
  ask: 'Request a copy',
  askAgain: 'Request a new copy',
  waiting:
    'We’re preparing a copy of your data. This can take a while if you have a lot of videos. You’ll get a notification and an email when it’s ready.',
  ready: 'Your copy is ready.',
  download: message<{ size: string }>('Download ({size})'),
  until: 'You can download it until',
  asked: 'We’re preparing your copy',

  devices: 'Where you’re signed in',
  devicesText: 'We store only a short description of each device, never its location.',
  unknown: 'Unknown device',
  program: 'An app or script',
  here: 'This device',
  since: 'Signed in',
  used: 'last used around',
  end: 'Sign out',
  endOf: message<{ device: string }>('Sign out: {device}'),
  ended: 'Signed out on that device',
  everywhere: 'Sign out everywhere',
  everywhereText:
    'This also signs you out on this device. To sign in again, you’ll need your password or a sign-in link.',
  failed: 'Something went wrong',
  none: 'We couldn’t load your devices. Reload the page to try again.',

  leave: 'Delete your account',
  leaveText:
    'If you ask us to delete your account, we permanently delete everything 24 to 48 hours later. To keep a copy of your data, download it first.',
  delete: 'Delete account',
})
