import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for recording a video with the camera. */
export const cameraMessages = defineMessages('upload/camera', {
  open: 'Record with your camera',
  title: 'Record a video',
  preview: 'Camera preview',
  starting: 'Starting your camera. If your browser asks, allow the camera and the microphone.',
  camera: 'Camera',
  microphone: 'Microphone',
  unnamed: message<{ kind: string; number: number }>('{kind} {number}'),
  flip: 'Switch camera',
  record: 'Start recording',
  limit: message<{ length: string }>('Up to {length}. Nothing is uploaded until you start the upload.'),
  countdown: message<{ left: number }>('Recording starts in {left}'),
  cancelCountdown: 'Cancel countdown',
  pause: 'Pause',
  resume: 'Continue recording',
  stop: 'Stop recording',
  elapsed: message<{ elapsed: string; limit: string }>('{elapsed} of {limit}'),
  states: { recording: 'Recording', paused: 'Recording paused' },
  take: {
    preview: 'Your recording',
    use: 'Use this video',
    again: 'Record again',
    length: message<{ length: string }>('Recorded: {length}'),
    interrupted:
      'The recording stopped because the camera or the microphone was disconnected. We kept everything recorded before that.',
  },
  problems: {
    denied:
      'Your browser doesn’t let this site use the camera and the microphone. Allow both in the site settings next to the address bar, then try again.',
    missing:
      'A camera or a microphone is missing. Connect it, then try again, or choose a video file instead.',
    busy: 'Another app is using your camera or microphone. Close that app, then try again.',
    blocked:
      'To use the camera, this page has to be reloaded. The details you typed will be cleared, so copy them first.',
    failed: 'The camera couldn’t be started. Try again, or choose a video file instead.',
    interrupted:
      'The camera or the microphone was disconnected before anything was recorded. Connect it again, then try again.',
  },
  retry: 'Try again',
  reload: 'Reload page',
  discard: {
    title: 'Discard this recording?',
    text: 'The recording isn’t saved anywhere else, so you can’t get it back.',
    confirm: 'Discard recording',
    keep: 'Keep it',
  },
})
