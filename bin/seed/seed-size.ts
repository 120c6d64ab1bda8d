/** The amounts for a site with this many items. A few people and items have most of the activity. */
export interface SeedSize {
  content: number
  people: number
  /** People who have published something. */
  creators: number
  likes: number
  comments: number
  follows: number
  /** How far back it goes, in days. */
  days: number
}

export function seedSizeFor(content: number): SeedSize {
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
