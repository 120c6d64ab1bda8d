import { defineMessages } from '#i18n/define-messages.ts'
import type { CategoryName } from '#contract/discovery/categories.ts'

const descriptions: Record<CategoryName, string> = {
  music: 'Music videos made by teens: hip-hop, R&B, pop and more.',
  shows: 'Shows made by teens: drama, comedy, reality and more.',
  stories: 'Stories told by teens: mystery, drama, comedy and more.',
  movies: 'Movies made by teens: action, drama, comedy and more.',
  'tv-shows': 'TV shows made by teens: drama series, comedy, sci-fi and fantasy.',
  talent: 'Teen talent: dance, singing, comedy and more.',
  challenges: 'Challenge videos made by teens: acting, directing, editing and more.',
  live: 'Concerts, events and gaming, recorded live by teens.',
}

/**
 * The meta descriptions of the category pages. These descriptions are not in category-pages.ts, because every
 * page loads that file. The file category-pages.ts is needed to show the layout of a category page while the
 * page is loading.
 */
export const categoryDescriptions = defineMessages('browse/category-descriptions', descriptions)
