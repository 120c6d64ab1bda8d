import { CallError } from '#web/api/call.ts'
import { words } from '#web/words/passkeys.ts'

const byName: Record<string, string> = {
  NotAllowedError: words.problems.cancelled,
  AbortError: words.problems.cancelled,
  InvalidStateError: words.problems.known,
  SecurityError: words.problems.address,
  ConstraintError: words.problems.cannot,
  NotSupportedError: words.problems.cannot,
}

/** What a person reads when it did not work: the API's own words, or what the browser's error means. */
export function troubleIn(thrown: unknown): string {
  if (thrown instanceof CallError) return thrown.detail
  const name = thrown instanceof Error ? thrown.name : ''
  return byName[name] ?? words.problems.other
}

/** The sign-in is an old one: it asks for the password (ruling 13), or got a wrong one. */
export function isAboutPassword(thrown: unknown): boolean {
  return thrown instanceof CallError && ['password_current_required', 'password_wrong'].includes(thrown.code)
}
