import { usernamePattern } from '#contract/limits.ts'
import { paths, safeNext } from '#web/paths.ts'
import { words } from '#web/words/login.ts'

/** Why somebody is asked to sign in: what they wanted to do, or the page that sent them here. Undefined for who just came. */
export function signInReason(query: URLSearchParams): string | undefined {
  const who = query.get('who') ?? ''
  switch (query.get('for')) {
    case 'like':
      return words.reasons.like
    case 'comment':
      return words.reasons.comment
    case 'follow':
      return words.reasons.follow(usernamePattern.test(who) ? `@${who}` : undefined)
  }
  const next = safeNext(query.get('next'), '')
  return membersOnly.find(
    ([path]) => next === path || next.startsWith(`${path}/`) || next.startsWith(`${path}?`),
  )?.[1]
}

/** Pages that send visitors here. */
const membersOnly: [path: string, reason: string][] = [
  [paths.create(), words.reasons.create],
  [paths.edit('').slice(0, -1), words.reasons.page],
  [paths.data, words.reasons.page],
  [paths.signingIn, words.reasons.page],
  [paths.dashboard, words.reasons.dashboard],
  [paths.notifications, words.reasons.notifications],
  [paths.followers, words.reasons.page],
  [paths.statements, words.reasons.page],
  [paths.time, words.reasons.page],
]
