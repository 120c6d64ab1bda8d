import { z } from 'zod'
import { CurrentUser } from '#contract/accounts/current-user.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Id, Timestamp } from '../scalars.ts'
import { passkeyLimits } from '../limits.ts'
import { reauthenticationFields } from './reauthentication.ts'
import { isWithinLength, SingleLineText } from '../user-text.ts'

const tag = 'Passkeys'

const Name = SingleLineText.refine(
  (name) => name !== '' && isWithinLength(name, passkeyLimits.nameMax),
  'passkey_name',
)

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Timestamp,
  used_at: Timestamp.nullable().meta({
    description: 'When the passkey was last used to sign in, or null if never.',
  }),
})
export type Passkey = z.output<typeof Passkey>

/*
 * The JSON types that the Web Authentication Level 3 specification defines. Byte strings are
 * base64url-encoded. https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
 */
const Bytes = z.string().regex(/^[\w-]*$/)
/** A credential id has at most 1023 bytes, or 1364 characters when encoded as base64url. */
const CredentialId = Bytes.min(1).max(1364)

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(Descriptor),
})

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
}

/** The fields of WebAuthn's `RegistrationResponseJSON` that the server reads when a passkey is added. */
export const PasskeyRegistration = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: Bytes.max(4000),
    attestationObject: Bytes.max(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})

/** The fields of WebAuthn's `AuthenticationResponseJSON` that the server reads at sign-in. */
export const PasskeyAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: Bytes.max(4000),
    authenticatorData: Bytes.max(4000),
    signature: Bytes.max(4000),
    userHandle: Bytes.max(100),
  }),
})

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/me/passkeys',
  summary: 'Lists your passkeys, oldest first.',
  tag,
  response: z.object({ items: z.array(Passkey), has_password: z.boolean() }),
})

export const beginPasskeyRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/me/passkeys/challenge',
  summary: 'Returns the WebAuthn options for creating a passkey. They are valid for five minutes.',
  tag,
  status: 201,
  body: z.strictObject(reauthenticationFields),
  response: PasskeyCreationOptions,
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/me/passkeys',
  summary: 'Adds a passkey created by this browser. An account can have ten.',
  tag,
  status: 201,
  body: z.strictObject({ name: Name, credential: PasskeyRegistration }),
  response: Passkey,
})

export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/me/passkeys/{id}',
  summary: 'Renames a passkey.',
  tag,
  params: z.object({ id: Id }),
  body: z.strictObject({ name: Name }),
  response: Passkey,
})

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/passkeys/{id}',
  summary: 'Removes a passkey. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: z.object({ id: Id }),
  body: z.strictObject(reauthenticationFields),
  response: z.undefined(),
})

export const beginPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/session/passkey',
  summary: 'Returns the WebAuthn options for signing in with a passkey. They are valid for five minutes.',
  tag,
  status: 201,
  response: PasskeyRequestOptions,
})

export const signInWithPasskey = defineEndpoint({
  method: 'PUT',
  path: '/api/session/passkey',
  summary: 'Signs in with a passkey and sets the session cookie. No two-factor code is required.',
  tag,
  body: z.strictObject({ credential: PasskeyAssertion, remember: z.boolean().default(false) }),
  response: z.object({ me: CurrentUser.nullable() }),
})
