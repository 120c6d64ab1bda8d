import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text about captions in the upload form and in the upload queue. */
export const uploadCaptionsMessages = defineMessages('upload/upload-captions', {
  open: 'Add captions',
  openHint: 'Optional. You can also add captions after the upload.',
  title: 'Captions',
  hint: 'Choose a file, then press “Add captions”. We check it right away, and add it to your video when the upload starts.',
  list: 'Captions to upload',
  sdhName: message<{ name: string }>('{name} (CC)'),
  row: message<{ file: string; cues: number }>('{file} · {cues, plural, one {# line} other {# lines}}'),
  removeLabel: message<{ name: string }>('Remove {name} captions'),
  added: message<{ name: string }>('{name} captions added.'),
  removed: message<{ name: string }>('{name} captions removed.'),
  exists: {
    title: 'You already have these',
    detail: 'You’ve already added captions in this language. To use this file, remove the other one first.',
  },
  failed: {
    title: 'Some captions weren’t added.',
    file: message<{ file: string; name: string }>('{file} ({name}):'),
    link: 'Add captions to this video',
    addLater: 'Some captions weren’t added. Open Edit on your dashboard to add them.',
  },
  inside: {
    label: 'Keep the text in this file',
    hint: 'Your video file contains text, such as captions. To keep it, we upload the original file, including any location and device info. We remove that info before anyone can see your video.',
    lost: 'Your video file contains text, such as captions. Trimming or compressing removes it, but you can add caption files instead.',
  },
  again: 'Please add your caption files again. We can’t keep them when the page reloads.',
})
