import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/**
 * The maximum number of people whom a comment can mention. Further usernames in the comment stay plain text.
 */
export const maxMentionsPerComment = 5
/** The number of people suggested while someone types a mention. */
export const maxMentionSuggestions = 6

/**
 * Matches a mention: a username after an at sign. Email addresses and account names on other sites, such as
 * `/@name` and `@name@host`, do not match.
 */
const mention = /(?<![\p{L}\p{N}_@/])@([A-Za-z0-9_]{3,20})(?![\p{L}\p{N}_@])/gu

/** Returns the usernames mentioned in `text`, in lower case and without duplicates. */
export function findMentionedNames(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(mention), ([, name]) => name!.toLowerCase()))]
}

/**
 * A part of a comment that was split at its mentions. If the part is a mention, `name` is the username in
 * lower case.
 */
export interface MentionTextPart {
  text: string
  name?: string
}

/** Splits a comment at the mentions of these usernames. Joining the parts gives the original text. */
export function splitTextAtMentions(text: string, names: ReadonlySet<string>): MentionTextPart[] {
  const parts: MentionTextPart[] = []
  let end = 0
  for (const { 0: whole, 1: written, index } of text.matchAll(mention)) {
    const name = written!.toLowerCase()
    if (!names.has(name)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: whole, name })
    end = index + whole.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end) })
  return parts
}

/** The unfinished mention that ends at the caret. `start` is the position of the at sign. */
export interface UnfinishedMention {
  start: number
  query: string
}

/** Returns the mention that the user is typing, or null if no mention ends at the caret. */
export function findUnfinishedMention(text: string, caret: number): UnfinishedMention | null {
  const typed = /(?<![\p{L}\p{N}_@/])@([A-Za-z0-9_]{0,20})$/u.exec(text.slice(0, caret))
  return typed ? { start: typed.index, query: typed[1]! } : null
}

export const getMentionSuggestions = defineEndpoint({
  method: 'GET',
  path: '/api/content/{id}/mention-suggestions',
  summary:
    'Suggests people to mention in a comment: the creator, people in the thread or the comments, and people you follow. Contains only people you may mention.',
  tag: 'Comments',
  params: z.object({ id: z.uuid('content_not_found') }),
  query: z.strictObject({
    q: z
      .string()
      .max(20)
      .regex(/^[A-Za-z0-9_]*$/)
      .default('')
      .meta({ description: 'The beginning of the username.' }),
    thread: z.uuid().optional().meta({
      description: 'For a reply, the comment that starts the thread.',
    }),
  }),
  response: z.object({
    items: z.array(z.object({ username: z.string(), avatar_url: z.string().nullable() })),
  }),
})
