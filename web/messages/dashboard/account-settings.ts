import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the "Profile & settings" section of the dashboard. */
export const accountSettingsMessages = defineMessages('dashboard/account-settings', {
  title: 'Profile & settings',
  profile: 'Profile',
  error: 'Profile error',
  errorText: 'We couldn’t load your profile. Your uploads are safe. Reload the page to try again.',

  photo: 'Profile photo',
  change: 'Change photo',
  uploading: 'Uploading…',
  remove: 'Remove photo',
  photoHint: 'JPG, PNG, WEBP or GIF, up to 10MB. We remove location and device info.',
  photoUpdated: 'Avatar updated',
  photoFailed: 'Upload failed',

  displayName: 'Display name',
  displayNameMinor: message<{ username: string }>(
    'Only you can see this. While you’re under 18, everyone else sees @{username}.',
  ),
  shownAs: 'What should others see?',
  asUsername: 'My @username',
  asName: 'My display name',
  username: 'Username',
  usernameNow:
    'You can change your username now. After that, you’ll have to wait 30 days to change it again.',
  usernameChoose:
    'We chose this username for you. You can change it now, and you won’t have to wait the usual 30 days to change it again.',
  usernameLater: message<{ days: number }>('You can change your username again in {days} day(s).'),
  bio: 'Bio',
  bioHint: message<{ most: number }>(
    'Up to {most} characters. Don’t include your phone number, school or address.',
  ),
  bioHeld: 'Your new bio is under review. Until it’s approved, other people see the previous one.',
  hideViews: 'Hide view counts on my videos',
  blockedWords: 'Hold comments with these words',
  blockedWordsHint: message<{ most: number }>(
    'One word or phrase per line, up to {most} characters in total. If a comment on your videos contains one of them, it’s hidden until you approve it. Only you can see this list.',
  ),
  hideViewsHint: 'You can still see the view counts on your dashboard, but no one else can see them.',
  private: 'Make my profile private',
  privateHint:
    'When private, only approved users see the full profile and uploads. Everyone else sees only your photo and @username, and can ask to follow you.',
  save: 'Save changes',
  saved: 'Saved',
  savedText: 'Profile updated successfully.',
  saveFailed: 'Save failed',
  tryAgain: 'We couldn’t connect to the site. Please try again.',

  password: 'Change password',
  newPassword: 'New password',
  newPasswordPlaceholder: 'New password (min 8 characters)',
  newPasswordHint: message<{ least: number }>(
    'At least {least} characters. You’ll need to sign in again on your other devices.',
  ),
  currentPassword: 'Current password',
  updatePassword: 'Update password',
  passwordChanged: 'Password changed',
  passwordChangedText: 'You’ll need to sign in again on your other devices.',
  passwordFailed: 'Change failed',

  language: {
    title: 'Language',
    label: 'Language of the site',
    hint: 'Emails and notifications use this language too.',
    save: 'Save language',
  },

  danger: 'Danger zone',
  dangerText:
    'This deletes your profile, videos, comments and likes. Everything is hidden immediately. You then have 24 hours to cancel. After that, we permanently delete everything, which can take up to another 24 hours.',
  delete: 'Delete account',
})
