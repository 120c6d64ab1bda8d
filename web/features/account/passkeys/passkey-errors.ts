import { ApiCallError } from '#web/api/api-client.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'

const messageByErrorName: Record<string, string> = {
  NotAllowedError: passkeyMessages.problems.cancelled,
  AbortError: passkeyMessages.problems.cancelled,
  InvalidStateError: passkeyMessages.problems.known,
  SecurityError: passkeyMessages.problems.address,
  ConstraintError: passkeyMessages.problems.cannot,
  NotSupportedError: passkeyMessages.problems.cannot,
}

/** What a person reads when it did not work: the API's own words, or what the browser's error means. */
export function describePasskeyError(thrown: unknown): string {
  if (thrown instanceof ApiCallError) return thrown.detail
  const name = thrown instanceof Error ? thrown.name : ''
  return messageByErrorName[name] ?? passkeyMessages.problems.other
}

/** The sign-in is an old one: it asks for the password (ruling 13), or got a wrong one. */
export function isCurrentPasswordError(thrown: unknown): boolean {
  return (
    thrown instanceof ApiCallError && ['password_current_required', 'password_wrong'].includes(thrown.code)
  )
}
