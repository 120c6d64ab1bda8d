import { redirect } from 'react-router'
import { connectSignInProvider, disconnectSignInProvider } from '#contract/auth/sign-in-providers.ts'
import type { createApiClientFromContext } from '#web/api/request-context.ts'
import { getFormFieldValue } from '../forms/account-form-handling.ts'

export const providerIntents = { connect: 'provider-connect', disconnect: 'provider-disconnect' }

/**
 * Handles the forms that connect and disconnect sign-in providers. Returns the id of the disconnected provider, or
 * undefined if the form is another one. To connect a provider, the browser is sent to the provider.
 */
export async function handleProviderAction(
  form: FormData,
  api: ReturnType<typeof createApiClientFromContext>,
): Promise<string | undefined> {
  const intent = getFormFieldValue(form, 'intent')
  const provider = getFormFieldValue(form, 'id')
  const current = getFormFieldValue(form, 'current_password')
  const request = { params: { provider }, body: current ? { current_password: current } : {} }
  if (intent === providerIntents.connect) throw redirect((await api(connectSignInProvider, request)).url)
  if (intent !== providerIntents.disconnect) return undefined
  await api(disconnectSignInProvider, request)
  return provider
}
