import { createProviderClient, failureReasonOf } from '#server/auth/oauth/provider-client.ts'
import {
  backchannelLogoutUrl,
  listSignInProviders,
  providerCallbackUrl,
  type SignInProvider,
} from '#server/auth/oauth/providers.ts'
import { ProviderSignInError } from '#server/auth/oauth/provider-sign-in-error.ts'
import { signInProviderSetting } from '#server/platform/sign-in-providers/sign-in-provider-settings.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Checks the discovery document of every OpenID Connect provider, and prints the URLs that the provider must know. */
export async function checkSignInProviders(): Promise<Finding[]> {
  const providers = listSignInProviders().filter(({ server }) => !server)
  const found = await Promise.all(providers.map(checkProvider))
  return found.length > 0 ? found : [ok('sign-in', 'No OpenID Connect providers are configured.')]
}

async function checkProvider(provider: SignInProvider): Promise<Finding> {
  const { id, name, issuer } = provider
  const setting = signInProviderSetting(id, 'ISSUER')
  try {
    const client = await createProviderClient(await import('openid-client'), provider)
    const { authorization_endpoint, token_endpoint, jwks_uri } = client.serverMetadata()
    if (!authorization_endpoint || !token_endpoint || !jwks_uri)
      return problem(
        'sign-in',
        `The discovery document of ${name} lacks an endpoint for signing in.`,
        `Check that ${setting} is the address of an OpenID Connect provider.`,
      )
  } catch (error) {
    return describeFailure(error, name, issuer, setting)
  }
  const urls = `redirect URI ${providerCallbackUrl(id).href}, back-channel logout URI ${backchannelLogoutUrl(id).href}`
  return ok('sign-in', `${name} is reachable. It must know this site's ${urls}.`)
}

/** Codes of openid-client for a discovery document of another issuer. */
const otherIssuerReasons = ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', 'ISSUER_OF_SEVERAL_TENANTS']

/** Codes of TLS connections to servers whose certificate authority is unknown. */
const unknownAuthorityReasons = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

function describeFailure(error: unknown, name: string, issuer: string, setting: string): Finding {
  const reason = (error instanceof ProviderSignInError && error.reason) || failureReasonOf(error)
  if (otherIssuerReasons.includes(reason))
    return problem(
      'sign-in',
      `The discovery document of ${name} names another issuer than ${issuer}.`,
      `Set ${setting} to the exact value of "issuer" in ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration. For Entra ID, use the id of your tenant.`,
    )
  return problem(
    'sign-in',
    `The discovery document of ${name} cannot be fetched (${reason}).`,
    unknownAuthorityReasons.includes(reason)
      ? 'If the provider uses your own certificate authority, set NODE_EXTRA_CA_CERTS (docs/sign-in.md, “Private certificate authority”). Otherwise, the provider must send its whole certificate chain.'
      : `Check ${setting}, and that this machine can connect to ${issuer}.`,
  )
}
