import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text for going live with OBS or another encoder. */
export const encoderSetupMessages = defineMessages('upload/encoders', {
  title: 'Use OBS or another encoder',
  intro:
    'Go live with a program such as OBS, or with a hardware encoder. Enter the server and your stream key in it.',
  open: 'Set up an encoder',
  steps: {
    connect: '1. Connect your encoder',
    details: '2. Create your broadcast',
  },
  server: 'Server',
  copyServer: 'Copy server',
  key: 'Stream key',
  copyKey: 'Copy stream key',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it yourself.',
  noKey: 'You don’t have a stream key yet.',
  hasKey: message<{ created: string }>(
    'You created your stream key {created}. For your safety, we can’t show it again.',
  ),
  lastUsed: message<{ used: string }>('Your encoder last used it {used}.'),
  neverUsed: 'No encoder has used it yet.',
  create: 'Create stream key',
  replace: 'Replace key',
  remove: 'Delete key',
  once: 'Copy your stream key now: you only see it once. Don’t show or send it to anyone, because anyone who has it can go live as you.',
  replaceDialog: {
    title: 'Replace your stream key?',
    text: 'Your current key stops working at once. An encoder that uses it is disconnected. Enter the new key in your encoder.',
    confirm: 'Replace key',
  },
  removeDialog: {
    title: 'Delete your stream key?',
    text: 'Your key stops working at once. An encoder that uses it is disconnected. You can create a new key any time.',
    confirm: 'Delete key',
  },
  removed: 'Stream key deleted',
  hints: {
    title: 'Settings for your encoder',
    video: 'Video: H.264',
    audio: 'Audio: AAC',
    keyframes: message<{ seconds: number }>(
      'A keyframe every {seconds, plural, one {# second} other {# seconds}}',
    ),
    bitrate: message<{ kilobits: number }>('Bitrate: up to {kilobits, number} kbit/s'),
  },
  start: 'Create broadcast',
  waiting: {
    title: 'Start your encoder now',
    text: message<{ minutes: number }>(
      'You go live as soon as we get video from your encoder. Without video, your broadcast is cancelled after {minutes, plural, one {# minute} other {# minutes}}.',
    ),
    cancel: 'Cancel broadcast',
  },
  onAir: {
    title: 'You’re live',
    text: 'We’re getting video from your encoder. You can close this page, and your broadcast goes on.',
  },
  rejected: 'We couldn’t read the video from your encoder. Check its settings: H.264 video and AAC audio.',
})
