import { ApiCallError } from '#web/api/api-client.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'

const getMessages = (): Record<string, string> => ({
  NotAllowedError: passkeyMessages.problems.cancelled,
  AbortError: passkeyMessages.problems.cancelled,
  InvalidStateError: passkeyMessages.problems.known,
  SecurityError: passkeyMessages.problems.address,
  ConstraintError: passkeyMessages.problems.cannot,
  NotSupportedError: passkeyMessages.problems.cannot,
})

/** Returns the message for a passkey error: the API's message, or an explanation of the browser's error. */
export function describePasskeyError(thrown: unknown): string {
  if (thrown instanceof ApiCallError) return thrown.detail
  const name = thrown instanceof Error ? thrown.name : ''
  return getMessages()[name] ?? passkeyMessages.problems.other
}

/**
 * Returns true if the API asks for the current password, because the last sign-in was too long ago or the
 * entered password was wrong.
 */
export function isCurrentPasswordError(thrown: unknown): boolean {
  return (
    thrown instanceof ApiCallError && ['password_current_required', 'password_wrong'].includes(thrown.code)
  )
}
