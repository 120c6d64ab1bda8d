import type { ContentFacts } from './policy-oracle.ts'

/** Returns every combination of the given values. */
export function cartesianProduct<T extends object>(choices: { [K in keyof T]: readonly T[K][] }): T[] {
  let all: Partial<T>[] = [{}]
  for (const [name, values] of Object.entries(choices) as [keyof T, readonly T[keyof T][]][])
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  return all as T[]
}

export const booleanValues = [false, true] as const

const moderationStates = ['pending', 'approved', 'limited', 'held', 'removed', 'quarantined'] as const
const visibilities = ['public', 'followers', 'unlisted', 'only_me'] as const

/** Every item state that the policy distinguishes. Broadcasts are always published. */
export const allItemStates: ContentFacts[] = [
  ...cartesianProduct<ContentFacts>({
    isDeleted: booleanValues,
    moderation: moderationStates,
    visibility: visibilities,
    publication: ['draft', 'scheduled', 'published'],
    status: ['processing', 'ready'],
    rating: ['all', '16'],
  }),
  ...cartesianProduct<ContentFacts>({
    isDeleted: [false],
    moderation: moderationStates,
    visibility: visibilities,
    publication: ['published'],
    status: ['live', 'on_air'],
    rating: ['all', '16'],
  }),
]
