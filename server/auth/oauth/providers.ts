import type { Configuration, ServerMetadata } from 'openid-client'
import type { socialProviders } from '#contract/accounts/accounts.ts'
import { config } from '#server/platform/config.ts'

export type OAuthProviderName = (typeof socialProviders)[number]

interface OidcProvider {
  /**
   * The parts of the provider's discovery document that are needed for signing in, hard-coded so that the
   * server never has to fetch the document.
   */
  server: ServerMetadata
  scope: string
  /** Additional parameters of the authorization request. */
  parameters?: Record<string, string>
  /**
   * The provider sends the person's name in the callback form instead of in the ID token, and only at the
   * first sign-in.
   */
  sendsNameInForm?: true
}

const providers: Record<OAuthProviderName, OidcProvider> = {
  google: {
    server: {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      id_token_signing_alg_values_supported: ['RS256'],
    },
    scope: 'openid email profile',
  },
  apple: {
    server: {
      issuer: 'https://appleid.apple.com',
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      token_endpoint: 'https://appleid.apple.com/auth/token',
      jwks_uri: 'https://appleid.apple.com/auth/keys',
      id_token_signing_alg_values_supported: ['RS256'],
    },
    scope: 'email name',
    // Without `form_post`, Apple rejects requests for the person's name or email address.
    parameters: { response_mode: 'form_post' },
    sendsNameInForm: true,
  },
}

/**
 * Keeps one openid-client configuration for each combination of client id and secret, because a configuration
 * caches the provider's signing keys.
 */
const configurations = new WeakMap<object, Configuration>()

/**
 * Returns a provider's settings together with its openid-client configuration, or null if the provider is not
 * configured. The openid-client library is loaded on demand.
 */
export async function loadOAuthProvider(name: OAuthProviderName) {
  const credentials = config.social[name]
  if (!credentials) return null
  const oidc = await import('openid-client')
  const provider = providers[name]
  let client = configurations.get(credentials)
  if (!client) {
    client = new oidc.Configuration(provider.server, credentials.clientId, credentials.clientSecret)
    // Turns on the verification of ID token signatures, because openid-client relies on the TLS connection by
    // default.
    oidc.enableNonRepudiationChecks(client)
    configurations.set(credentials, client)
  }
  return { ...provider, name, oidc, client }
}

export type OAuthProvider = NonNullable<Awaited<ReturnType<typeof loadOAuthProvider>>>

export function providerCallbackUrl(name: string): URL {
  return new URL(`/api/auth/callback/${encodeURIComponent(name)}`, config.publicUrl)
}
