import createClient, { type Client, type ClientOptions } from 'openapi-fetch'
import type { paths } from './schema.ts'

export type { paths } from './schema.ts'

export type AfterbellClient = Client<paths>

export interface AfterbellClientOptions extends Omit<ClientOptions, 'baseUrl'> {
  /** The address of the site, such as `https://video.example.org`. */
  baseUrl: string
  /** Returns the current access token, for requests of a member. Without it, requests are anonymous. */
  getAccessToken?: () => string | undefined | Promise<string | undefined>
}

/**
 * Creates a client whose methods, parameters and results have the types of the API. Results are
 * `{ data, error, response }`; `error.error` has a stable `code` and a `detail` for people.
 */
export function createAfterbellClient({
  getAccessToken,
  ...options
}: AfterbellClientOptions): AfterbellClient {
  const client = createClient<paths>(options)
  if (getAccessToken)
    client.use({
      async onRequest({ request }) {
        const token = await getAccessToken()
        if (token) request.headers.set('authorization', `Bearer ${token}`)
        return request
      },
    })
  return client
}

/** The tokens of a signed-in member. The access token lasts an hour. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresAt: Date
}

/**
 * Signs in with a password, or with a two-factor code if the account needs one. Throws an error with the message of the
 * site if that fails.
 */
export async function signIn(
  client: AfterbellClient,
  credentials: { email: string; password: string; code?: string },
): Promise<Tokens> {
  return requestTokens(client, { grant_type: 'password', ...credentials })
}

/** Exchanges the refresh token for new tokens. A refresh token works once. */
export async function refreshTokens(client: AfterbellClient, refreshToken: string): Promise<Tokens> {
  return requestTokens(client, { grant_type: 'refresh_token', refresh_token: refreshToken })
}

type TokenRequest = NonNullable<
  paths['/api/auth/token']['post']['requestBody']
>['content']['application/json']

async function requestTokens(client: AfterbellClient, body: TokenRequest): Promise<Tokens> {
  const { data, error } = await client.POST('/api/auth/token', { body })
  if (!data) throw new Error(`${error.error.title}: ${error.error.detail}`)
  const { access_token: accessToken, refresh_token: refreshToken, expires_at } = data
  return { accessToken, refreshToken, expiresAt: new Date(expires_at) }
}
