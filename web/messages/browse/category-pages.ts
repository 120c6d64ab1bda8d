import type { CategoryName } from '#contract/discovery/categories.ts'

interface CategoryPageTexts {
  /** Below the poster's one large word. */
  line: string
  /** For search engines and shared links. */
  description: string
  /** On the upload button: "Upload a music video". */
  noun: string
}

const textsByCategory: Record<CategoryName, CategoryPageTexts> = {
  music: {
    line: 'First takes, bedroom beats and the song nobody has heard yet.',
    description: 'Music videos made by teens: hip-hop, R&B, pop and everything in between.',
    noun: 'a music video',
  },
  shows: {
    line: 'Whole seasons, shot after school.',
    description: 'Shows made by teens: drama, comedy, reality and more.',
    noun: 'a show',
  },
  stories: {
    line: 'Short, strange, true or none of it.',
    description: 'Stories told by teens: mystery, drama, comedy and more.',
    noun: 'a story',
  },
  movies: {
    line: 'Lights out. Somebody your age directed this.',
    description: 'Movies made by teens: action, drama, comedy and more.',
    noun: 'a movie',
  },
  'tv-shows': {
    line: 'Just one more episode.',
    description: 'TV shows made by teens: drama series, comedy, sci-fi and fantasy.',
    noun: 'a TV show',
  },
  talent: {
    line: 'The thing you can do that makes the room go quiet.',
    description: 'Teen talent: dance, singing, comedy and more.',
    noun: 'a talent video',
  },
  challenges: {
    line: 'Seen it. Bet you can do it better.',
    description: 'Challenges by teens and the entries they got.',
    noun: 'an entry',
  },
  live: {
    line: 'You had to be there. Now you can.',
    description: 'Concerts, events and gaming, recorded live by teens.',
    noun: 'a live video',
  },
}

/** Row titles and empty states come with the data: contract/discovery/categories.ts. */
export const categoryPageMessages = {
  pages: textsByCategory,
  upload: (noun: string) => `Upload ${noun}`,
  loading: (label: string) => `Loading ${label}`,
}
