import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text of the dialog for the appearance of captions. */
export const captionStyleMessages = defineMessages('watch/caption-style', {
  open: 'Caption style…',
  title: 'Caption style',
  hint: 'Saved in this browser, for all videos.',
  reset: 'Reset',
  done: 'Done',
  names: {
    size: 'Text size',
    color: 'Text colour',
    background: 'Background',
    edge: 'Text edge',
    position: 'Position',
  },
  options: {
    size: { small: 'Small', normal: 'Normal', large: 'Large', huge: 'Extra large' },
    color: { white: 'White', yellow: 'Yellow', cyan: 'Cyan', green: 'Green' },
    background: { dark: 'Dark', solid: 'Solid black', none: 'None' },
    edge: { none: 'None', shadow: 'Shadow', outline: 'Outline' },
    position: { bottom: 'Bottom', top: 'Top' },
  },
})
