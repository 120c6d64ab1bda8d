import { z } from 'zod'
import { isLoopbackHostname } from '#contract/loopback-hostname.ts'
import { ConfigError } from '../settings/config-error.ts'
import { booleanSetting } from '../settings/setting-schemas.ts'

/** An OpenID Connect provider that the operator has configured, such as the sign-in of a school. */
export interface SignInProviderSettings {
  /** The part of the settings' names that identifies the provider, in lower case. Also part of the redirect URI. */
  id: string
  /** The name on the sign-in button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  groupsClaim: string
  /** The staff role of each group. A person in several of these groups gets the highest role. */
  roleGroups: { group: string; role: ProviderRole }[]
  /** The claim with the person's age or date of birth. Undefined if only the standard claim `birthdate` is read. */
  ageClaim: string | undefined
  emailVerifiedClaim: string
  /** Whether people without an account can create one with this provider. */
  allowsSignUp: boolean
}

export const providerRoles = ['moderator', 'safety_lead', 'admin'] as const
export type ProviderRole = (typeof providerRoles)[number]

/** Ids that would collide with other sign-in methods, or with other paths below /api/session. */
const reservedIds = ['google', 'apple', 'credential', 'passkey', 'link', 'code']

/** The message of a missing setting. `readProvider` replaces it with a sentence. */
const required = 'required'

const claimName = z.string().regex(/^[^\s,]{1,200}$/, 'must be the name of a claim, such as groups')

const settingsOfOneProvider = z.object({
  ISSUER: z
    .url({
      protocol: /^https?$/,
      error: ({ input }) => (input === undefined ? required : 'must be an https:// address'),
    })
    .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment')
    .refine(
      (url) => url.startsWith('https:') || (URL.canParse(url) && isLoopbackHostname(new URL(url).hostname)),
      'must be an https:// address, unless the provider runs on this machine',
    ),
  CLIENT_ID: z.string({ error: required }),
  CLIENT_SECRET: z.string({ error: required }),
  NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').optional(),
  SCOPES: z
    .string()
    .default('openid email profile')
    .transform((scopes) => scopes.split(/[\s,]+/).filter(Boolean))
    .refine((scopes) => scopes.includes('openid'), 'must contain openid')
    .transform((scopes) => scopes.join(' ')),
  GROUPS_CLAIM: claimName.default('groups'),
  ROLE_GROUPS: z.string().default('').transform(parseRoleGroups),
  AGE_CLAIM: claimName.optional(),
  EMAIL_VERIFIED_CLAIM: claimName.default('email_verified'),
  ALLOW_SIGN_UP: booleanSetting.default(true),
})

type Env = Record<string, string | undefined>

/**
 * Reads the settings of every provider that OIDC_PROVIDERS lists, such as OIDC_SCHOOL_ISSUER for the provider
 * `school`. Throws a ConfigError that names the invalid setting.
 */
export function readSignInProviderSettings(ids: readonly string[], env: Env): SignInProviderSettings[] {
  const reserved = ids.find((id) => reservedIds.includes(id))
  if (reserved)
    throw new ConfigError(`The setting OIDC_PROVIDERS must not contain ${reserved}. Choose another id.`)
  return ids.map((id) => readProvider(id, env))
}

function readProvider(id: string, env: Env): SignInProviderSettings {
  const given = Object.fromEntries(
    Object.keys(settingsOfOneProvider.shape).map((key) => [key, env[signInProviderSetting(id, key)]]),
  )
  const { data, error } = settingsOfOneProvider.safeParse(given)
  if (error) {
    const { path, message } = error.issues[0]!
    const problem = message === required ? `must be set, because OIDC_PROVIDERS contains ${id}` : message
    const name = signInProviderSetting(id, String(path[0]))
    throw new ConfigError(
      `The setting ${name} ${problem.startsWith('must') ? problem : `is invalid: ${problem}`}.`,
    )
  }
  return {
    id,
    name: data.NAME ?? id,
    issuer: data.ISSUER,
    clientId: data.CLIENT_ID,
    clientSecret: data.CLIENT_SECRET,
    scopes: data.SCOPES,
    groupsClaim: data.GROUPS_CLAIM,
    roleGroups: data.ROLE_GROUPS,
    ageClaim: data.AGE_CLAIM,
    emailVerifiedClaim: data.EMAIL_VERIFIED_CLAIM,
    allowsSignUp: data.ALLOW_SIGN_UP,
  }
}

/** Parses `heads=safety_lead, it=admin`. Group names may contain an equals sign, but no comma. */
function parseRoleGroups(text: string, context: z.RefinementCtx): SignInProviderSettings['roleGroups'] {
  const pairs = text
    .split(/[,\n]/)
    .map((pair) => pair.trim())
    .filter(Boolean)
  return pairs.map((pair) => {
    const at = pair.lastIndexOf('=')
    const group = pair.slice(0, Math.max(at, 0)).trim()
    const role = providerRoles.find((one) => one === pair.slice(at + 1).trim())
    if (group && role) return { group, role }
    context.addIssue({
      code: 'custom',
      message: `must be a list such as teachers=moderator, it=admin. The roles are ${providerRoles.join(', ')}`,
    })
    return z.NEVER
  })
}

export function signInProviderSetting(id: string, key: string): string {
  return `OIDC_${id.toUpperCase()}_${key}`
}

/** Returns the names of all settings of the providers with these ids. */
export function listSignInProviderSettings(ids: readonly string[]): string[] {
  return ids.flatMap((id) =>
    Object.keys(settingsOfOneProvider.shape).map((key) => signInProviderSetting(id, key)),
  )
}
