/** The interface text about text tracks that were found in the file of a video. */
export const offeredCaptionsMessages = {
  title: 'Found in your file',
  hint: 'Your video file contains text. Viewers can’t see it until you add it as captions.',
  list: 'Text found in your file',
  unknownLanguage: 'Unknown language',
  language: 'Language of this text',
  chooseLanguage: 'Choose a language',
  languageMissing: 'Choose the language of this text.',
  add: 'Add as captions',
  addLabel: (name: string) => `Add ${name} from your file as captions`,
  added: (name: string) => `${name} captions added.`,
  addAnyway: 'Add anyway',
  download: 'Download VTT',
  downloadLabel: (name: string) => `Download ${name} from your file`,
  remove: 'Don’t use',
  removeLabel: (name: string) => `Don’t use ${name} from your file`,
  removed: (name: string) => `${name} from your file removed.`,
}

/** The interface text about captions that the site has made from speech. */
export const automaticCaptionsMessages = {
  hint: 'Made by a computer, so some words may be wrong. Download and correct them, or delete them.',
  markChecked: 'Mark as checked',
  markCheckedLabel: (name: string) => `Mark ${name} captions as checked`,
  marked: 'Saved. Viewers no longer see “automatic”.',
}
