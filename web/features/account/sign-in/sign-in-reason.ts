import { usernamePattern } from '#contract/limits.ts'
import { pagePaths, sanitizeNextPath } from '#web/paths.ts'
import { signInMessages } from '#web/messages/account/sign-in.ts'

/**
 * Returns the reason why the user must sign in. The reason is derived from the attempted action or from the
 * page that redirected the user. Returns undefined if the query string contains neither an action nor a known
 * page.
 */
export function getSignInReason(query: URLSearchParams): string | undefined {
  const username = query.get('who') ?? ''
  switch (query.get('for')) {
    case 'like':
      return signInMessages.reasons.like
    case 'comment':
      return signInMessages.reasons.comment
    case 'follow':
      return usernamePattern.test(username)
        ? signInMessages.reasons.followPerson({ username })
        : signInMessages.reasons.follow
  }
  const next = sanitizeNextPath(query.get('next'), '')
  return getReasons().find(
    ([path]) => next === path || next.startsWith(`${path}/`) || next.startsWith(`${path}?`),
  )?.[1]
}

/** The pages that redirect signed-out visitors to the sign-in page, each with the reason to show. */
const getReasons = (): [path: string, reason: string][] => [
  [pagePaths.uploadPage(), signInMessages.reasons.create],
  [pagePaths.editVideo('').slice(0, -1), signInMessages.reasons.page],
  [pagePaths.dataAndDevices, signInMessages.reasons.page],
  [pagePaths.signInSettings, signInMessages.reasons.page],
  [pagePaths.dashboard, signInMessages.reasons.dashboard],
  [pagePaths.notifications, signInMessages.reasons.notifications],
  [pagePaths.followers, signInMessages.reasons.page],
  [pagePaths.statements, signInMessages.reasons.page],
  [pagePaths.watchTime, signInMessages.reasons.page],
  [pagePaths.history(), signInMessages.reasons.page],
]
