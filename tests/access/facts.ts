import type { Item } from '#server/safety/policy.ts'

/** Every combination of the values. */
export function combined<T extends object>(choices: { [K in keyof T]: readonly T[K][] }): T[] {
  let all: Partial<T>[] = [{}]
  for (const [name, values] of Object.entries(choices) as [keyof T, readonly T[keyof T][]][])
    all = all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))
  return all as T[]
}

export const yesNo = [false, true] as const

/** Every state an item can be in, as far as the policy knows. */
export const allItems: Item[] = combined({
  isDeleted: yesNo,
  moderation: ['pending', 'approved', 'limited', 'held', 'removed', 'quarantined'],
  visibility: ['public', 'followers', 'only_me'],
  isReady: yesNo,
  rating: ['all', '16'],
})
