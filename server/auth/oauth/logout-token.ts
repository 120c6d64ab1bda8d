import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { loadProviderClient } from './provider-client.ts'
import { fetchFromProvider, providerTimeoutSeconds } from './provider-fetch.ts'
import type { SignInProvider } from './providers.ts'

/** What a provider says in a logout token: which of its sessions has ended, or that all sessions of a person have. */
export interface LogoutRequest {
  subject: string | null
  providerSession: string | null
  /** Sessions that began after this time have not ended. */
  issuedAt: Date
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const maxTokenAgeSeconds = 300
const clockToleranceSeconds = 30

/** The key sets of the providers. Like openid-client, jose fetches a key set again if a token has an unknown key. */
const keySets = new WeakMap<object, JWTVerifyGetKey>()

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). The caller ends only sessions that
 * began before the token was issued, so a replayed token ends no later session. Throws an error of jose, or
 * ProviderSignInError if the provider's metadata cannot be fetched.
 */
export async function verifyLogoutToken(provider: SignInProvider, token: string): Promise<LogoutRequest> {
  const jose = await import('jose')
  const { client } = await loadProviderClient(provider)
  const { issuer, jwks_uri, id_token_signing_alg_values_supported } = client.serverMetadata()
  let keys = keySets.get(client)
  if (!keys) {
    keys = jose.createRemoteJWKSet(new URL(jwks_uri!), {
      [jose.customFetch]: fetchFromProvider,
      timeoutDuration: providerTimeoutSeconds * 1000,
    })
    keySets.set(client, keys)
  }
  const algorithms = (id_token_signing_alg_values_supported ?? ['RS256']).filter(isAsymmetric)
  const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
    issuer,
    audience: provider.credentials.clientId,
    algorithms,
    maxTokenAge: maxTokenAgeSeconds,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['iat', 'exp', 'jti', 'events'],
  })
  const { typ } = protectedHeader
  if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(typ))
    throw new InvalidLogoutToken('typ')
  return readClaims(payload)
}

/** Tokens with a shared secret, and tokens without a signature, are not accepted. */
function isAsymmetric(algorithm: string): boolean {
  return algorithm !== 'none' && !algorithm.startsWith('HS')
}

function readClaims({ events, nonce, sub, sid, iat }: JWTPayload): LogoutRequest {
  // An ID token must not pass as a logout token: it has a nonce, and no event.
  if (typeof events !== 'object' || events === null || !(logoutEvent in events))
    throw new InvalidLogoutToken('events')
  if (nonce !== undefined) throw new InvalidLogoutToken('nonce')
  const subject = typeof sub === 'string' ? sub : null
  const providerSession = typeof sid === 'string' ? sid : null
  if (subject === null && providerSession === null) throw new InvalidLogoutToken('sub')
  return { subject, providerSession, issuedAt: new Date(iat! * 1000) }
}

class InvalidLogoutToken extends Error {
  readonly code: string

  constructor(claim: string) {
    super(`the logout token has an invalid ${claim}`)
    this.code = `LOGOUT_TOKEN_${claim.toUpperCase()}`
  }
}
