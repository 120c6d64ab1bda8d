/**
 * A sign-in with a provider that failed. `code` is sent to the sign-in page and logged; `reason` is only
 * logged. Neither contains anything about the person.
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
