/** The data and devices page. */
export const dataAndDevicesMessages = {
  title: 'Your data & devices',
  description: 'Take your data along, and see where you are signed in.',
  back: 'Back to the dashboard',
  link: 'Your data & devices',
  linkText: 'Download a copy of everything you told us and made, or sign out on a device you no longer use.',

  grown: 'You are 20 now',
  grownText:
    'This place is for people of 13 to 19, so your account can be read but not post any more. What you published stays until you delete it. Take everything along first, and thank you for being here.',
  grownLink: 'Take your things along',

  copy: 'A copy of your data',
  copyText:
    'One ZIP file with what you told us, what you made and what you chose: your account, videos, comments, likes, the people you follow or block, and your settings. What other people wrote is theirs, so it is not in it.',
  ask: 'Make my copy',
  askAgain: 'Make a new copy',
  waiting:
    'Your copy is being made. That can take a while when you have many videos; the bell and a letter tell you when it is ready.',
  ready: 'Your copy is ready.',
  download: (size: string) => `Download (${size})`,
  until: 'You can download it until',
  asked: 'We are on it',

  devices: 'Where you are signed in',
  devicesText: 'We keep only a few words about a device, and never where it is.',
  unknown: 'A device',
  program: 'A program',
  here: 'This device',
  since: 'Signed in',
  used: 'last used around',
  end: 'Sign out',
  endOf: (device: string) => `Sign out: ${device}`,
  ended: 'Signed out there',
  everywhere: 'Sign out everywhere',
  everywhereText: 'Here too. You will need your password, or a sign-in link, to come back.',
  failed: 'That did not work',
  none: 'Your devices could not be listed just now.',

  leave: 'Delete your account',
  leaveText: 'Everything goes for good within 24–48 hours. Take your copy along first.',
  delete: 'Delete account',
}
