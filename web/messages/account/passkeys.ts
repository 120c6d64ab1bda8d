/** Passkeys, at sign-in and in the settings. */
export const passkeyMessages = {
  title: 'Passkeys',
  about:
    'A passkey lives in your phone, your computer or a key on your key ring. You unlock it as you unlock the device; then it signs you in, without a password and without a code. It can’t be phished: it works on this site only.',
  none: 'You have none yet.',
  added: 'Added',
  used: 'last used',
  unused: 'not used yet',
  change: 'Rename or remove',
  name: 'Name',
  newName: 'Name of the new passkey',
  nameHint: 'For example: My phone',
  nameNeeded: 'Give it a name, so that you know it again.',
  rename: 'Save',
  remove: 'Remove',
  removeText: 'You can’t sign in with it any more. You may have to delete it on your device, too.',
  current: 'Current password',
  add: 'Add a passkey',
  full: 'You have ten. To add another, remove one that you no longer use.',
  notOffered: 'To add one, open this page in a browser that knows passkeys, at the site’s own address.',
  done: {
    added: 'It is added. From now on it signs you in.',
    renamed: 'It has its new name.',
    removed: 'It is removed.',
  },

  use: 'Use a passkey',
  failed: 'That did not work',
  /** By the name of the browser's error (WebAuthn, level 3). */
  problems: {
    cancelled: 'It was cancelled, or took too long. Nothing has changed; try again when you like.',
    known: 'This device has a passkey for your account already.',
    address: 'Passkeys do not work at this address. Open the site at its own address.',
    cannot: 'This device cannot keep such a passkey. Set a screen lock, or take another device.',
    other: 'The browser could not do that. Try again, or sign in another way.',
  },
}
