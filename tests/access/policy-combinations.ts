import type { ContentFacts } from './policy-oracle.ts'

/** Returns every combination of the given values. */
export function cartesianProduct<T extends object>(choices: { [K in keyof T]: readonly T[K][] }): T[] {
  let all: Partial<T>[] = [{}]
  for (const [name, values] of Object.entries(choices) as [keyof T, readonly T[keyof T][]][])
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  return all as T[]
}

export const booleanValues = [false, true] as const

/** Every item state that the policy distinguishes. */
export const allItemStates: ContentFacts[] = cartesianProduct({
  isDeleted: booleanValues,
  moderation: ['pending', 'approved', 'limited', 'held', 'removed', 'quarantined'],
  visibility: ['public', 'followers', 'unlisted', 'only_me'],
  publication: ['draft', 'scheduled', 'published'],
  isReady: booleanValues,
  rating: ['all', '16'],
})
