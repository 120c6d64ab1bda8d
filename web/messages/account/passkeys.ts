import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text for passkeys on the sign-in page and in the settings. */
export const passkeyMessages = defineMessages('account/passkeys', {
  title: 'Passkeys',
  about:
    'A passkey is stored on your phone, your computer or a security key. You unlock it the same way you unlock the device, and it signs you in without a password or a code. It works only on this site, so a fake site can’t steal it.',
  none: 'You don’t have any passkeys yet.',
  added: 'Added',
  used: 'last used',
  unused: 'not used yet',
  change: 'Rename or remove',
  name: 'Name',
  newName: 'Name of the new passkey',
  nameHint: 'For example: My phone',
  nameNeeded: 'Give the passkey a name so you can recognise it later.',
  rename: 'Save',
  remove: 'Remove',
  removeText:
    'You won’t be able to sign in with this passkey any more. You may also need to delete it from your device.',
  current: 'Current password',
  add: 'Add a passkey',
  full: 'You have ten passkeys, which is the limit. To add another, remove one you no longer use.',
  notOffered:
    'To add a passkey, open this page at the site’s usual address in a browser that supports passkeys.',
  done: {
    added: 'Passkey added. You can now sign in with it.',
    renamed: 'Passkey renamed.',
    removed: 'Passkey removed.',
  },

  use: 'Use a passkey',
  failed: 'Something went wrong',
  /**
   * Explanations of the errors that WebAuthn (level 3) defines. The module passkey-errors.ts selects the
   * explanation by the name of the browser's error.
   */
  problems: {
    cancelled: 'The passkey request was cancelled or took too long. Nothing has changed. You can try again.',
    known: 'This device already has a passkey for your account.',
    address: 'Passkeys don’t work at this address. Open the site at its usual address.',
    cannot: 'This device can’t store this kind of passkey. Set up a screen lock, or use another device.',
    other: 'Your browser couldn’t use the passkey. Try again, or sign in another way.',
  },
})
