import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for trimming a video before the upload. */
export const trimMessages = defineMessages('upload/trim', {
  open: 'Trim',
  change: 'Change trim',
  remove: 'Use the whole video',
  chosen: message<{ start: string; end: string; length: string }>(
    'Trimmed: only {start} to {end} ({length}) will be uploaded.',
  ),
  dialog: {
    title: 'Trim your video',
    intro: 'Choose where your video starts and ends. The rest never leaves your device.',
    checking: 'Checking your video…',
    unsupported:
      'This browser can’t trim this video. Trim it with another app and choose the new file, or use an MP4 video in a recent version of Chrome, Edge, Firefox or Safari.',
    tooShort: 'Your video is too short to trim.',
    preview: 'Video preview',
    start: 'Start',
    end: 'End',
    value: message<{ time: string; total: string }>('{time} of {total}'),
    setStart: 'Set start to current position',
    setEnd: 'Set end to current position',
    play: 'Play selection',
    stop: 'Stop',
    reset: 'Reset',
    selected: message<{ length: string }>('Selected: {length}'),
    badTime: 'Type a time like 0:12.50.',
    startMoved: message<{ time: string }>(
      'This browser can’t cut at that exact point, so the start moved to {time}. Play the selection to check it, then press “Use this part” again.',
    ),
    noCut: 'This browser can’t cut that late in the video. Choose an earlier start.',
    cancel: 'Cancel',
    use: 'Use this part',
  },
  failed: {
    title: 'Couldn’t trim your video',
    text: 'Nothing was uploaded. Free up some space on your device, or remove the trim to upload the whole video.',
    tooLarge:
      'Nothing was uploaded, because the trimmed video is too large. Choose a shorter part, or turn on “Compress before uploading”.',
  },
})
