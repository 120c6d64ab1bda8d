import type { ClientAuth, Configuration } from 'openid-client'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'
import { log } from '#server/platform/log.ts'
import { fetchFromProvider, providerTimeoutSeconds } from './provider-fetch.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'
import type { SignInProvider } from './providers.ts'

type OpenIdClient = typeof import('openid-client')

export interface ProviderClient {
  oidc: OpenIdClient
  client: Configuration
}

/** Fetched metadata is fetched again after this time. If that fails, the server keeps using the old metadata. */
const metadataLifetimeMs = 60 * 60_000

interface LoadedClient {
  client: Configuration
  loadedAt: number
}

/**
 * Keeps one openid-client configuration for each provider, because a configuration caches the provider's signing
 * keys.
 */
const loadedClients = new WeakMap<object, LoadedClient>()
const loadingClients = new WeakMap<object, Promise<Configuration>>()

/**
 * Returns the provider's openid-client configuration. The openid-client library is loaded on demand. Throws
 * ProviderSignInError if the provider's metadata cannot be fetched.
 */
export async function loadProviderClient(provider: SignInProvider): Promise<ProviderClient> {
  const oidc = await import('openid-client')
  const { credentials, server } = provider
  const loaded = loadedClients.get(credentials)
  if (loaded && (server || Date.now() - loaded.loadedAt < metadataLifetimeMs))
    return { oidc, client: loaded.client }
  try {
    return { oidc, client: await shareLoading(oidc, provider) }
  } catch (error) {
    if (error instanceof ProviderSignInError) throw error
    const reason = failureReasonOf(error)
    if (!loaded) throw new ProviderSignInError('provider_unavailable', reason)
    log.warn('provider metadata could not be fetched again', { provider: provider.id, reason })
    return { oidc, client: loaded.client }
  }
}

/** Concurrent sign-ins share one request for the provider's metadata. */
function shareLoading(oidc: OpenIdClient, provider: SignInProvider): Promise<Configuration> {
  const { credentials } = provider
  const running = loadingClients.get(credentials)
  if (running) return running
  const loading = createProviderClient(oidc, provider)
    .then((client) => {
      loadedClients.set(credentials, { client, loadedAt: Date.now() })
      return client
    })
    .finally(() => loadingClients.delete(credentials))
  loadingClients.set(credentials, loading)
  return loading
}

/** Creates a configuration from known metadata or from the provider's discovery document, without caching it. */
export async function createProviderClient(
  oidc: OpenIdClient,
  { credentials, issuer, server }: SignInProvider,
): Promise<Configuration> {
  const { clientId, clientSecret } = credentials
  const authenticate = authenticateClient(oidc, clientSecret)
  const isLocal = isLoopbackHostname(new URL(issuer).hostname)
  const client = server
    ? new oidc.Configuration(server, clientId, undefined, authenticate)
    : await oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
        [oidc.customFetch]: fetchFromProvider,
        timeout: providerTimeoutSeconds,
        // `fetchFromProvider` still rejects unencrypted connections to other machines.
        execute: isLocal ? [oidc.allowInsecureRequests] : [],
      })
  // openid-client accepts another issuer for providers with many tenants, whose email addresses cannot be trusted.
  if (new URL(client.serverMetadata().issuer).href !== new URL(issuer).href)
    throw new ProviderSignInError('provider_unavailable', 'ISSUER_OF_SEVERAL_TENANTS')
  client[oidc.customFetch] = fetchFromProvider
  client.timeout = providerTimeoutSeconds
  // Turns on the verification of ID token signatures, because openid-client relies on the TLS connection by
  // default.
  oidc.enableNonRepudiationChecks(client)
  return client
}

/** Sends the client secret in the form body if the provider supports this, otherwise in the Authorization header. */
function authenticateClient(oidc: OpenIdClient, secret: string): ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  const basic = oidc.ClientSecretBasic(secret)
  return (server, ...request) => {
    const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isPost ? post : basic)(server, ...request)
  }
}

/**
 * Returns only the error code, because error messages and causes may contain a token. If a connection fails, `fetch`
 * throws a TypeError, whose cause has the code.
 */
export function failureReasonOf(error: unknown): string {
  const {
    error: fromProvider,
    code,
    name,
    cause,
  } = error as Record<'error' | 'code' | 'name' | 'cause', unknown>
  return String(fromProvider ?? code ?? codeOfCause(cause) ?? name).slice(0, 60)
}

function codeOfCause(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : undefined
}
