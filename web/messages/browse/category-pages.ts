import { defineMessages, message } from '#i18n/define-messages.ts'
import type { CategoryName } from '#contract/discovery/categories.ts'

interface CategoryPageTexts {
  /** Shown below the page's title. */
  line: string
  /** The meta description, for search engines and link previews. */
  description: string
  /** Completes the upload button's label, for example "Upload a music video". */
  noun: string
}

const textsByCategory: Record<CategoryName, CategoryPageTexts> = {
  music: {
    line: 'First takes, bedroom beats and songs no one has heard yet.',
    description: 'Music videos made by teens: hip-hop, R&B, pop and everything in between.',
    noun: 'a music video',
  },
  shows: {
    line: 'Whole seasons, filmed after school.',
    description: 'Shows made by teens: drama, comedy, reality and more.',
    noun: 'a show',
  },
  stories: {
    line: 'Short stories, strange stories and true stories.',
    description: 'Stories told by teens: mystery, drama, comedy and more.',
    noun: 'a story',
  },
  movies: {
    line: 'Movies directed by people your age.',
    description: 'Movies made by teens: action, drama, comedy and more.',
    noun: 'a movie',
  },
  'tv-shows': {
    line: 'Just one more episode.',
    description: 'TV shows made by teens: drama series, comedy, sci-fi and fantasy.',
    noun: 'a TV show',
  },
  talent: {
    line: 'Singing, dancing, magic: show everyone what you can do.',
    description: 'Teen talent: dance, singing, comedy and more.',
    noun: 'a talent video',
  },
  challenges: {
    line: 'Think you can do better? Upload your own entry.',
    description: 'Challenge videos made by teens: acting, directing, editing and more.',
    noun: 'an entry',
  },
  live: {
    line: 'Concerts, events and gaming: watch what you missed.',
    description: 'Concerts, events and gaming, recorded live by teens.',
    noun: 'a live video',
  },
}

/**
 * The interface text of the category pages. Row titles and empty states are in
 * contract/discovery/category-rows.ts.
 */
export const categoryPageMessages = defineMessages('browse/category-pages', {
  pages: textsByCategory,
  upload: message<{ noun: string }>('Upload {noun}'),
  loading: message<{ label: string }>('Loading {label}'),
})
