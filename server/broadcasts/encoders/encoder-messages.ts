import { defineMessages } from '#i18n/define-messages.ts'

/** The messages that encoders such as OBS show if a stream was refused or cut off. */
export const encoderMessages = defineMessages('errors/encoders', {
  wrongServerAddress:
    'Check the server address. Copy it from the Go live page, and enter the stream key in its own field.',
  tooManyAttempts: 'Too many attempts. Wait a minute, then start streaming again.',
  unknownKey: 'This stream key doesn’t work. Copy the current key from the Go live page.',
  keyReplaced: 'This stream key was replaced or deleted. Copy the current key from the Go live page.',
  noBroadcast: 'Create a broadcast for your encoder on the Go live page first. Then start streaming.',
  alreadyConnected:
    'Another encoder is already sending to your broadcast. Stop it first, or try again in 15 seconds.',
  formatChanged:
    'The video or audio settings changed. Change them back, or end the broadcast and create a new one.',
  broadcastEnded: 'Your broadcast has ended. Create a new one on the Go live page.',
  moderatorStopped: 'A moderator stopped your broadcast.',
  connectionReplaced: 'Another connection is now sending to your broadcast.',
})
