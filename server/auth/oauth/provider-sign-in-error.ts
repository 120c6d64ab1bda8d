/**
 * Thrown when a sign-in with a provider fails. The `code` is logged and sent to the page that explains the failure.
 * The `reason` is only logged. Neither `code` nor `reason` contains personal data.
 */
export class ProviderSignInError extends Error {
  readonly code: string
  readonly reason: string | undefined

  constructor(code: string, reason?: string) {
    super(code)
    this.code = code
    this.reason = reason
  }
}
