import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { type AdapterFactory, type AdapterPayload, type Configuration, Provider } from 'oidc-provider'

/*
 * A real OpenID Connect provider (the package oidc-provider), which listens on a port of this machine. People sign in
 * with a form that asks only for a name. Tests can replace the ID tokens that the token endpoint sends.
 */

/** The claims about a person. The key of the person is the claim `sub`. */
export interface ProviderPerson {
  email?: string
  email_verified?: boolean
  name?: string
  birthdate?: string
  groups?: string[]
}

export type ReplaceIdToken = (idToken: string) => string | undefined | Promise<string | undefined>

interface Options {
  /** The address of the site. */
  site: string
  /** The id of the provider in the settings of the site. */
  id: string
  /** Sends all claims in the ID token instead of only from the UserInfo endpoint. */
  claimsInIdToken?: boolean
  port?: number
}

export const providerClient = { id: 'afterbell', password: 'of-the-client-at-the-provider' }

type SigningKey = Awaited<ReturnType<typeof createSigningKey>>

async function createSigningKey(kid: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' } }
}

export async function startOpenIdProvider(options: Options) {
  const { site, id } = options
  const people = new Map<string, ProviderPerson>()
  let handle: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => handle(request, response))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const state = { key: await createSigningKey('first'), replaceIdToken: null as ReplaceIdToken | null }
  let provider: Provider

  /** Puts a provider with the current key behind the port. */
  function build() {
    provider = new Provider(issuer, describeProvider(options, state.key, people))
    provider.use(async (context, next) => {
      await next()
      const body = context.body as { id_token?: string } | undefined
      if (context.oidc?.route === 'token' && body?.id_token && state.replaceIdToken)
        context.body = { ...body, id_token: await state.replaceIdToken(body.id_token) }
    })
    const respond = provider.callback()
    handle = (request, response) => {
      if (request.url!.startsWith('/interaction/')) void respondToInteraction(provider, request, response)
      else void respond(request, response)
    }
  }
  build()

  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  const name = `OIDC_${id.toUpperCase()}`
  return {
    issuer,
    people,
    /** The settings of the site for this provider. */
    settings: {
      [`${name}_ISSUER`]: issuer,
      [`${name}_CLIENT_ID`]: providerClient.id,
      [`${name}_CLIENT_SECRET`]: providerClient.password,
      [`${name}_SCOPES`]: 'openid email profile groups',
    },
    /** Replaces the ID tokens that the site gets while the function runs. */
    async withIdToken<T>(replace: ReplaceIdToken, run: () => Promise<T>): Promise<T> {
      state.replaceIdToken = replace
      try {
        return await run()
      } finally {
        state.replaceIdToken = null
      }
    },
    /** Returns a copy of a token with other claims, signed with the key of the provider or with another key. */
    async sign(idToken: string, claims: object, key: { privateKey: CryptoKey } = state.key): Promise<string> {
      const { alg, ...header } = decodeProtectedHeader(idToken)
      const payload = { ...decodeJwt(idToken), ...claims }
      return new SignJWT(payload).setProtectedHeader({ ...header, alg: alg! }).sign(key.privateKey)
    },
    /** Signs all further tokens with a new key, and no longer publishes the old one. */
    async rotateKey(): Promise<void> {
      state.key = await createSigningKey('second')
      build()
    },
    /** Makes the provider send a logout token to the site. */
    async signOut(subject: string, session: string): Promise<void> {
      const client = (await provider.Client.find(providerClient.id)) as unknown as {
        backchannelLogout(subject: string, session: string): Promise<void>
      }
      await client.backchannelLogout(subject, session)
    },
    callbackUrl: `${site}/api/auth/callback/${id}`,
    stop,
    restart: () => listen(port),
    close: stop,
  }
}

export type TestOpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

function describeProvider(
  { site, id, claimsInIdToken = false }: Options,
  { jwk }: SigningKey,
  people: Map<string, ProviderPerson>,
): Configuration {
  return {
    adapter: createMemoryAdapter(),
    // By default, oidc-provider connects only to public addresses.
    fetch: (url, init) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
    clients: [
      {
        client_id: providerClient.id,
        client_secret: providerClient.password,
        redirect_uris: [`${site}/api/auth/callback/${id}`],
        // The default method of OpenID Connect. Providers of other tests use the form body.
        token_endpoint_auth_method: claimsInIdToken ? 'client_secret_basic' : 'client_secret_post',
        backchannel_logout_uri: `${site}/api/auth/backchannel-logout/${id}`,
        backchannel_logout_session_required: true,
      },
    ],
    clientAuthMethods: [claimsInIdToken ? 'client_secret_basic' : 'client_secret_post'],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of-the-provider-under-test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'birthdate'],
      groups: ['groups'],
    },
    conformIdTokenClaims: !claimsInIdToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // People are not asked to consent, as usual for the site of their own school.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  }
}

/** Stores the sessions and codes of one provider. The adapter that oidc-provider contains prints a warning. */
function createMemoryAdapter(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    const isOfModel = (key: string) => key.startsWith(keyOf(''))
    return {
      upsert: async (id, payload) => void rows.set(keyOf(id), payload),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: async (uid) => [...rows].find(([key, row]) => isOfModel(key) && row.uid === uid)?.[1],
      findByUserCode: async () => undefined,
      consume: async (id) => void (rows.get(keyOf(id))!.consumed = Math.floor(Date.now() / 1000)),
      destroy: async (id) => void rows.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key)
      },
    }
  }
}

/** Shows the form that asks who is signing in, or completes the sign-in. */
async function respondToInteraction(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><html lang="en"><title>Example School</title><main><h1>Example School</h1>
      <form method="post"><label>Name <input name="login"></label><button>Continue</button></form></main></html>`)
    return
  }
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const accountId = new URLSearchParams(body).get('login')!
  await provider.interactionFinished(request, response, { login: { accountId } })
}
