import { defineMessages } from '#i18n/define-messages.ts'

/** The names of a creator’s feeds in feed readers. */
export const feedMessages = defineMessages('people/feeds', {
  rss: 'Videos (RSS)',
  atom: 'Videos (Atom)',
  podcast: 'Videos (podcast)',
})
