import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text for going live with OBS or another encoder. */
export const encoderSetupMessages = defineMessages('upload/encoders', {
  title: 'Use OBS or another encoder',
  intro:
    'You can also go live with an app like OBS, or with a hardware encoder. All it needs is the server address and your stream key.',
  open: 'Set up an encoder',
  steps: {
    connect: '1. Connect your encoder',
    details: '2. Create your broadcast',
  },
  server: 'Server address',
  copyServer: 'Copy server address',
  key: 'Stream key',
  copyKey: 'Copy stream key',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it yourself.',
  noKey: 'You don’t have a stream key yet.',
  hasKey: message<{ created: string }>(
    'You created your stream key {created}. For your security, we can’t show it again.',
  ),
  lastUsed: message<{ used: string }>('It was last used {used}.'),
  neverUsed: 'It hasn’t been used yet.',
  create: 'Create stream key',
  replace: 'Replace key',
  remove: 'Delete key',
  copyNow:
    'Copy your stream key now. You won’t be able to see it again. Keep it secret: anyone who has it can go live as you.',
  replaceDialog: {
    title: 'Replace your stream key?',
    text: 'Your current key will stop working immediately, and any encoder using it will be disconnected. You’ll need to enter the new key in your encoder.',
    confirm: 'Replace key',
  },
  removeDialog: {
    title: 'Delete your stream key?',
    text: 'Your key will stop working immediately, and any encoder using it will be disconnected. You can create a new key any time.',
    confirm: 'Delete key',
  },
  removed: 'Stream key deleted',
  recommendedSettings: {
    title: 'Recommended settings',
    video: 'Video: H.264',
    audio: 'Audio: AAC',
    keyframes: message<{ seconds: number }>(
      'Keyframe interval: {seconds, plural, one {# second} other {# seconds}}',
    ),
    bitrate: message<{ kilobits: number }>('Bitrate: up to {kilobits, number} kbit/s'),
  },
  start: 'Create broadcast',
  waiting: {
    title: 'Start streaming in your encoder',
    text: message<{ minutes: number }>(
      'You’ll go live as soon as we get video from your encoder. If we don’t get any within {minutes, plural, one {# minute} other {# minutes}}, your broadcast will be cancelled.',
    ),
    cancel: 'Cancel broadcast',
  },
  onAir: {
    title: 'You’re live',
    text: 'We’re getting video from your encoder. You can close this page without ending your broadcast.',
  },
  rejected: 'We couldn’t read the video from your encoder. Check its settings: H.264 video and AAC audio.',
})
