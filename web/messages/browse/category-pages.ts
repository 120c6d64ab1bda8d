import { defineMessages, message } from '#i18n/define-messages.ts'
import type { CategoryName } from '#contract/discovery/categories.ts'

interface CategoryPageTexts {
  /** This text is shown below the page title. */
  line: string
  /** The end of the upload button's label, for example "a music video" in "Upload a music video". */
  noun: string
}

const textsByCategory: Record<CategoryName, CategoryPageTexts> = {
  music: {
    line: 'First takes, bedroom beats and songs no one has heard yet.',
    noun: 'a music video',
  },
  shows: {
    line: 'Whole seasons, filmed after school.',
    noun: 'a show',
  },
  stories: {
    line: 'Short stories, strange stories and true stories.',
    noun: 'a story',
  },
  movies: {
    line: 'Movies directed by people your age.',
    noun: 'a movie',
  },
  'tv-shows': {
    line: 'Just one more episode.',
    noun: 'a TV show',
  },
  talent: {
    line: 'Singing, dancing, magic: show everyone what you can do.',
    noun: 'a talent video',
  },
  challenges: {
    line: 'Think you can do better? Upload your own entry.',
    noun: 'an entry',
  },
  live: {
    line: 'Concerts, events and gaming: watch what you missed.',
    noun: 'a live video',
  },
}

/**
 * The interface text of the category pages. The row titles and the messages in empty rows are in
 * contract/discovery/category-rows.ts.
 */
export const categoryPageMessages = defineMessages('browse/category-pages', {
  pages: textsByCategory,
  upload: message<{ noun: string }>('Upload {noun}'),
  loading: message<{ label: string }>('Loading {label}'),
})
