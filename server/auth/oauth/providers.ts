import type { ServerMetadata } from 'openid-client'
import { config } from '#server/platform/config.ts'
import type { SignInProviderSettings } from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'

/** A provider that people can sign in with: Google, Apple or an OpenID Connect provider of the operator. */
export interface SignInProvider extends Omit<SignInProviderSettings, 'clientId' | 'clientSecret'> {
  /** One object per loaded configuration, so the provider's client can be cached by it (provider-client.ts). */
  credentials: { clientId: string; clientSecret: string }
  /** The provider's metadata. Undefined if the server has to fetch the provider's discovery document. */
  server?: ServerMetadata
  /** Additional parameters of the authorization request. */
  parameters?: Record<string, string>
  /**
   * The provider sends the person's name in the callback form instead of in the ID token, and only at the
   * first sign-in.
   */
  sendsNameInForm?: true
}

/**
 * Google and Apple. The parts of their discovery documents that are needed for signing in are hard-coded, so the
 * server never has to fetch the documents.
 */
const knownProviders = {
  google: {
    name: 'Google',
    server: {
      issuer: 'https://accounts.google.com',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      token_endpoint: 'https://oauth2.googleapis.com/token',
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
      id_token_signing_alg_values_supported: ['RS256'],
    },
    scopes: 'openid email profile',
  },
  apple: {
    name: 'Apple',
    server: {
      issuer: 'https://appleid.apple.com',
      authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
      token_endpoint: 'https://appleid.apple.com/auth/token',
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      jwks_uri: 'https://appleid.apple.com/auth/keys',
      id_token_signing_alg_values_supported: ['RS256'],
    },
    scopes: 'email name',
    // Without `form_post`, Apple rejects requests for the person's name or email address.
    parameters: { response_mode: 'form_post' },
    sendsNameInForm: true as const,
  },
}

const settingsOfKnownProviders = {
  groupsClaim: 'groups',
  roleGroups: [],
  ageClaim: undefined,
  emailVerifiedClaim: 'email_verified',
  allowsSignUp: true,
}

/** Lists the configured providers in the order of their buttons. */
export function listSignInProviders(): SignInProvider[] {
  const known = (['google', 'apple'] as const).flatMap((id) => {
    const credentials = config.social[id]
    const provider = knownProviders[id]
    const { issuer } = provider.server
    return credentials ? [{ ...settingsOfKnownProviders, ...provider, id, issuer, credentials }] : []
  })
  const own = config.signInProviders.map((settings) => ({ ...settings, credentials: settings }))
  return [...own, ...known]
}

export function findSignInProvider(id: string): SignInProvider | undefined {
  return listSignInProviders().find((provider) => provider.id === id)
}

/** Returns the redirect URI, which the operator registers at the provider. */
export function providerCallbackUrl(id: string): URL {
  return new URL(`/api/auth/callback/${encodeURIComponent(id)}`, config.publicUrl)
}

/** Returns the URL to which the provider reports that a person has signed out there. */
export function backchannelLogoutUrl(id: string): URL {
  return new URL(`/api/auth/backchannel-logout/${encodeURIComponent(id)}`, config.publicUrl)
}
