/**
 * The numbers of people, likes, comments and follows on a site with a given number of items. A few people and
 * items account for most of the activity.
 */
export interface SeedSize {
  content: number
  people: number
  /** The number of people who publish items. */
  creators: number
  likes: number
  comments: number
  follows: number
  /** The age of the oldest item in days. */
  days: number
}

export function computeSeedSize(content: number): SeedSize {
  const people = Math.max(8, Math.round(content / 5))
  return {
    content,
    people,
    creators: Math.max(4, Math.round(content / 20)),
    likes: content * 5,
    comments: content * 3,
    follows: people * 4,
    days: 730,
  }
}
