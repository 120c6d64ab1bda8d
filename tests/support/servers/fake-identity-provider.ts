import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { config } from '#server/platform/config.ts'
import type { TestUser } from '../app/test-app.ts'

/*
 * Simulates sign-in with Google and Apple without a network. Replaces `fetch` and responds to the server's
 * requests to these providers. Like a real provider, the simulation checks the authorization code, the
 * client, the redirect URI and PKCE, and signs ID tokens.
 */

const endpoints = {
  google: {
    issuer: 'https://accounts.google.com',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    token: 'https://appleid.apple.com/auth/token',
    keys: 'https://appleid.apple.com/auth/keys',
  },
}
export type FakeIdentityProviderName = keyof typeof endpoints

export const fakeProviderTokens = ['access-token-of-the-provider', 'refresh-token-of-the-provider']

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const encodeJwtPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signIdToken(claims: object, key = privateKey): string {
  const signed = `${encodeJwtPart({ alg: 'RS256', kid: 'the-key' })}.${encodeJwtPart(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}

/**
 * Starts signing in with a provider, and returns the query parameters of the URL to which the site redirects
 * the browser.
 */
export async function startProviderSignIn(
  who: TestUser,
  provider: FakeIdentityProviderName,
  next?: string,
): Promise<URLSearchParams> {
  const headers = { 'content-type': 'application/json' }
  const query = next ? `?${new URLSearchParams({ next })}` : ''
  const begun = await who.fetch(`/api/session/${provider}${query}`, { method: 'POST', headers })
  return new URL(((await begun.json()) as { url: string }).url).searchParams
}

export interface FakeIdentityProviderResponses {
  provider?: FakeIdentityProviderName
  /**
   * The claims that the provider sends about the person who signs in. A test can also replace valid claims,
   * to make the token invalid.
   */
  claims: object
  makeIdToken?: (claims: object) => string
  /** Replaces the response of the token endpoint. */
  tokenResponse?: () => Response
  /** Additional query parameters of the callback. */
  parameters?: Record<string, string>
}

/** Sends the person back to the site, as if the person had agreed to the sign-in at the provider. */
export async function simulateProviderCallback(
  who: TestUser,
  asked: URLSearchParams,
  answers: FakeIdentityProviderResponses,
): Promise<Response> {
  const { provider = 'google', parameters } = answers
  const code = `code-${(codes += 1)}`
  const query = new URLSearchParams({ state: asked.get('state')!, code, ...parameters })
  if (pending.size === 0) {
    network = globalThis.fetch
    globalThis.fetch = async (input, init) => respond(new Request(input, init))
  }
  pending.set(code, { asked, answers })
  try {
    return await who.fetch(`/api/auth/callback/${provider}?${query}`)
  } finally {
    pending.delete(code)
    if (pending.size === 0) globalThis.fetch = network
  }
}

let codes = 0
let network = globalThis.fetch
/**
 * The pending sign-ins that the person has agreed to, keyed by authorization code. The provider returns the
 * code to the site through the browser.
 */
const pending = new Map<string, { asked: URLSearchParams; answers: FakeIdentityProviderResponses }>()

async function respond(request: Request): Promise<Response> {
  const name = (['google', 'apple'] as const).find((one) =>
    [endpoints[one].token, endpoints[one].keys].includes(request.url),
  )
  if (!name) throw new Error(`unexpected request to ${request.url}`)
  if (request.redirect !== 'manual') throw new Error(`${request.url} would be redirected`)
  if (request.url === endpoints[name].keys)
    return Response.json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'the-key', use: 'sig' }] })
  return exchangeCode(name, new URLSearchParams(await request.text()))
}

function exchangeCode(name: FakeIdentityProviderName, grant: URLSearchParams): Response {
  const agreed = pending.get(grant.get('code') ?? '')
  if (!agreed) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const { asked, answers } = agreed
  if (answers.tokenResponse) return answers.tokenResponse()
  const { clientId, clientSecret } = config.social[name]!
  const expected: Record<string, string> = {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: asked.get('redirect_uri')!,
  }
  const challenge = createHash('sha256').update(grant.get('code_verifier')!).digest('base64url')
  const isGood =
    Object.entries(expected).every(([key, value]) => grant.get(key) === value) &&
    challenge === asked.get('code_challenge')
  if (!isGood) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: endpoints[name].issuer,
    aud: clientId,
    iat: now,
    exp: now + 300,
    nonce: asked.get('nonce'),
    ...answers.claims,
  }
  const [access_token, refresh_token] = fakeProviderTokens
  const id_token = (answers.makeIdToken ?? signIdToken)(claims)
  return Response.json({ access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, id_token })
}
