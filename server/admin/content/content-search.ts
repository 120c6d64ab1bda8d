import { Id } from '#contract/scalars.ts'

/** What a staff member searches for. */
export type ContentSearch =
  | { kind: 'all' }
  | { kind: 'id'; id: string }
  | { kind: 'creator'; username: string }
  | { kind: 'words'; words: string }

/** Recognizes an id, the link of a video, `@` and a username, or words of a title. */
export function parseContentSearch(q: string | undefined): ContentSearch {
  if (!q) return { kind: 'all' }
  const id = Id.safeParse(/(?:^|\/watch\/)([0-9a-fA-F-]{36})(?:[?#].*)?$/.exec(q)?.[1]).data
  if (id) return { kind: 'id', id: id.toLowerCase() }
  const username = /^@(\w{3,20})$/.exec(q)?.[1]
  return username ? { kind: 'creator', username: username.toLowerCase() } : { kind: 'words', words: q }
}
