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

/** The error text for a failed passkey: the API's own text, or an explanation of the browser's error. */
export function describePasskeyError(thrown: unknown): string {
  if (thrown instanceof ApiCallError) return thrown.detail
  const name = thrown instanceof Error ? thrown.name : ''
  return messageByErrorName[name] ?? passkeyMessages.problems.other
}

/**
 * True if the API wants the current password because the sign-in is too old (ruling
 * 13), or refused the one given.
 */
export function isCurrentPasswordError(thrown: unknown): boolean {
  return (
    thrown instanceof ApiCallError && ['password_current_required', 'password_wrong'].includes(thrown.code)
  )
}
