import { config } from '#server/platform/config.ts'

/** Passkeys are bound to the host of PUBLIC_URL. The request's Host header is not used. */
export function relyingPartyId(): string {
  return new URL(config.publicUrl).hostname
}

export function relyingPartyOrigin(): string {
  return new URL(config.publicUrl).origin
}

/** COSE algorithms: Ed25519, ECDSA with P-256, RSA. Every authenticator supports one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The user handle that the authenticator stores: the 16 bytes of the id, without a name. */
export function passkeyUserHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** Loaded on demand: it costs 250 ms and 30 MB, which only sites with passkey users pay. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server')
}
