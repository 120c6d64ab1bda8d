import { config } from '#server/platform/config.ts'

/** Passkeys are made for the host of PUBLIC_URL and answer to no other; what a request says of its host has no say. */
export function relyingPartyId(): string {
  return new URL(config.publicUrl).hostname
}

export function relyingPartyOrigin(): string {
  return new URL(config.publicUrl).origin
}

/** Ed25519, ECDSA with P-256, RSA (COSE): one of them is in every authenticator. */
export const passkeyAlgorithms = [-8, -7, -257]

/** Who a passkey is of, as the authenticator keeps it: the 16 bytes of the id, no name. */
export function passkeyUserHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** A quarter of a second of work and 30 MB that only who uses passkeys pays for. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}
