/** Keys of message trees whose values are never read by people. */
const technicalKeys = new Set(['code', 'field', 'href', 'icon', 'id', 'kind', 'slug'])

export function isTechnicalKey(key: string): boolean {
  return technicalKeys.has(key)
}
