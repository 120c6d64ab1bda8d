import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { beginPasskeyRegistration, beginPasskeySignIn } from '#contract/auth/passkeys.ts'
import { callApi } from '#web/api/api-client.ts'

/*
 * This module is loaded only when a passkey button is pressed. Each WebAuthn ceremony starts with an API
 * request, which returns the options for the browser's passkey dialog. The ceremony ends when the page's
 * action sends the authenticator's response to the API.
 */

/**
 * Creates a passkey. Throws an ApiCallError if the API request fails, or the browser's error if the browser
 * fails.
 */
export async function createPasskeyCredential(currentPassword: string): Promise<string> {
  const body = currentPassword ? { current_password: currentPassword } : {}
  const { excludeCredentials, ...options } = await callApi(beginPasskeyRegistration, { body })
  const exclude = excludeCredentials.map((credential) => ({
    ...credential,
    transports: credential.transports as [],
  }))
  const { id, rawId, type, response } = await startRegistration({
    optionsJSON: { ...options, excludeCredentials: exclude },
  })
  const { clientDataJSON, attestationObject, transports } = response
  return JSON.stringify({ id, rawId, type, response: { clientDataJSON, attestationObject, transports } })
}

/**
 * Asks the browser to sign a sign-in challenge with a passkey. Throws an ApiCallError if the API request
 * fails, or the browser's error if the browser fails.
 */
export async function getPasskeyAssertion(): Promise<string> {
  const options = await callApi(beginPasskeySignIn, {})
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return JSON.stringify({
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  })
}
