import { defineMessages, message } from '#i18n/define-messages.ts'

/** The interface text about text tracks that the server has found in a video file. */
export const embeddedCaptionsMessages = defineMessages('upload/embedded-captions', {
  title: 'Found in your file',
  hint: 'Your video file contains text. Viewers can’t see it until you add it as captions.',
  list: 'Text found in your file',
  unknownLanguage: 'Unknown language',
  language: 'Language of this text',
  chooseLanguage: 'Choose a language',
  languageMissing: 'Choose the language of this text.',
  add: 'Add as captions',
  addLabel: message<{ name: string }>('Add {name} from your file as captions'),
  added: message<{ name: string }>('{name} captions added.'),
  addAnyway: 'Add anyway',
  download: 'Download VTT',
  downloadLabel: message<{ name: string }>('Download {name} from your file'),
  remove: 'Don’t use',
  removeLabel: message<{ name: string }>('Don’t use {name} from your file'),
  removed: message<{ name: string }>('{name} from your file removed.'),
})

/** The interface text about captions that the site has created by speech recognition. */
export const automaticCaptionsMessages = defineMessages('upload/automatic-captions', {
  hint: 'A computer made these captions, so some words may be wrong. Correct the captions in the editor, or delete them.',
  markChecked: 'Mark as checked',
  markCheckedLabel: message<{ name: string }>('Mark {name} captions as checked'),
  marked: 'Saved. Viewers no longer see the label “automatic”.',
})
