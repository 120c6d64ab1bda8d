import { genres } from '#contract/content/genres.ts'
import { type ContentType, contentTypes, toUploadType } from '#contract/content/content-types.ts'

/**
 * The profile of one content type: its share of all items in percent, its genres (most common first),
 * durations and titles.
 */
interface ContentTypeProfile {
  type: ContentType
  share: number
  genres: string[]
  /** The shortest and the longest duration in seconds. */
  lasts: [number, number]
  titles: string[]
}

const rules: Record<ContentType, Pick<ContentTypeProfile, 'share' | 'lasts' | 'titles'>> = {
  music_video: {
    share: 28,
    lasts: [60, 320],
    titles: [
      '{adj} {noun}',
      '{adj} {noun} (official video)',
      '{noun} in {place}',
      'The {rare} Song',
      '{name} plays {noun}',
      '{adj} {noun}, acoustic',
      'I wrote this about a {noun}',
      '{adj} {noun}, live in {place}',
    ],
  },
  tv_show: {
    share: 12,
    lasts: [180, 2400],
    titles: [
      'The {adj} {noun}, Episode {n}',
      '{rare}, Episode {n}: The {noun}',
      'After the {noun}, Part {n}',
      '{name} and the {noun}, Season {n}',
      '{adj} {noun}s of {place}',
      'My {adj} {noun}: behind the scenes',
    ],
  },
  story: {
    share: 15,
    lasts: [20, 180],
    titles: [
      'The {noun} That Never Slept',
      'Who Took the {noun}?',
      'My {adj} {noun}',
      'The {adj} {noun} of {place}',
      'Letters from {rare}',
      '{name} and the {adj} {noun}',
      'What the {noun} saw',
    ],
  },
  talent: {
    share: 17,
    lasts: [15, 240],
    titles: [
      'Learning {noun} in {n} days',
      '{adj} {noun} routine',
      '{noun} trick, one take',
      'My {noun} audition',
      '{n} minutes of {adj} {noun}',
      'The {rare} move, explained',
    ],
  },
  challenge: {
    share: 14,
    lasts: [10, 120],
    titles: [
      '{n} {noun}s in one minute',
      'The {adj} {noun} challenge',
      'Try not to laugh: {noun}',
      'I tried the {rare} challenge',
      '{noun} against {noun}',
      '{name} dared me: {adj} {noun}',
    ],
  },
  movie: {
    share: 5,
    lasts: [600, 5400],
    titles: [
      'The {adj} {noun}',
      '{noun} of {place}',
      'The Fall of {rare}',
      '{adj} {noun}: a short film',
      'Nobody Knows the {noun}',
    ],
  },
  live: {
    share: 9,
    lasts: [900, 9000],
    titles: [
      '{noun} session {n}',
      'Live from {place}: {adj} {noun}',
      'Building {rare}, stream {n}',
      'Ask me about {noun}',
      '{adj} {noun} with {name}',
    ],
  },
}

export const contentTypeDistributions: readonly ContentTypeProfile[] = contentTypes.map((type) => ({
  type,
  genres: genres[toUploadType(type)].map((genre) => genre.toLowerCase()),
  ...rules[type],
}))
