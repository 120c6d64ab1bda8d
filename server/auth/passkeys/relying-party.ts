import { config } from '#server/platform/config.ts'

/**
 * Returns the host in PUBLIC_URL, to which passkeys are bound. The request's Host header is not used, because
 * clients can set it to anything.
 */
export function getRelyingPartyId(): string {
  return new URL(config.publicUrl).hostname
}

export function getRelyingPartyOrigin(): string {
  return new URL(config.publicUrl).origin
}

/**
 * The accepted COSE algorithms: Ed25519, ECDSA with P-256 and RSA. Every authenticator supports at least one
 * of these three algorithms.
 */
export const passkeyAlgorithms = [-8, -7, -257]

/**
 * Returns the user handle that the authenticator stores: the 16 bytes of the user's id, but not the user's
 * name.
 */
export function passkeyUserHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/**
 * Loads the WebAuthn library on demand, because loading it takes 250 ms and 30 MB of memory. Sites without
 * passkeys do not load the WebAuthn library.
 */
export function importWebAuthnLibrary() {
  return import('@simplewebauthn/server')
}
