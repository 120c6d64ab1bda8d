import { z } from 'zod'
import { ProviderId } from '../accounts/accounts.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Timestamp } from '../scalars.ts'
import { reauthenticationFields } from './reauthentication.ts'

const tag = 'Sign-in providers'

export const OwnSignInProvider = z.object({
  id: z.string(),
  name: z.string(),
  connected_at: Timestamp.nullable().meta({ description: 'Null if the provider is not connected.' }),
  can_disconnect: z.boolean().meta({
    description: 'Whether the account has a password, a passkey or another provider to sign in with.',
  }),
})
export type OwnSignInProvider = z.output<typeof OwnSignInProvider>

export const listOwnSignInProviders = defineEndpoint({
  method: 'GET',
  path: '/api/me/sign-in-providers',
  summary: 'Lists the providers that you have connected or can connect to your account.',
  tag,
  response: z.object({ items: z.array(OwnSignInProvider) }),
})

export const connectSignInProvider = defineEndpoint({
  method: 'POST',
  path: '/api/me/sign-in-providers/{provider}',
  summary: 'Returns the URL at which you sign in with the provider to connect it to your account.',
  tag,
  params: z.object({ provider: ProviderId }),
  body: z.strictObject(reauthenticationFields),
  response: z.object({ url: z.string() }),
})

export const disconnectSignInProvider = defineEndpoint({
  method: 'DELETE',
  path: '/api/me/sign-in-providers/{provider}',
  summary:
    'Disconnects a provider, unless it is your only way to sign in. Repeated requests have no further effect.',
  tag,
  status: 204,
  params: z.object({ provider: ProviderId }),
  body: z.strictObject(reauthenticationFields),
  response: z.undefined(),
})
