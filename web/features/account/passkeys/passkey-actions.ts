import type { InputOf } from '#contract/endpoint.ts'
import { addPasskey, removePasskey, renamePasskey, type signInWithPasskey } from '#contract/auth/passkeys.ts'
import type { createApiClientFromContext } from '#web/api/request-context.ts'
import { getFormFieldValue } from '../forms/account-form-handling.ts'

export type PasskeyChange = 'added' | 'renamed' | 'removed'

export const passkeyIntents = { add: 'passkey-add', rename: 'passkey-rename', remove: 'passkey-remove' }

/** Handles the passkey forms on a page. Returns undefined if the form is not a passkey form. */
export async function handlePasskeyAction(
  form: FormData,
  api: ReturnType<typeof createApiClientFromContext>,
): Promise<PasskeyChange | undefined> {
  const intent = getFormFieldValue(form, 'intent')
  const params = { id: getFormFieldValue(form, 'id') }
  const name = getFormFieldValue(form, 'name')
  const current = getFormFieldValue(form, 'current_password')
  if (intent === passkeyIntents.add) {
    await api(addPasskey, { body: { name, credential: parsePasskeyCredential<typeof addPasskey>(form) } })
    return 'added'
  }
  if (intent === passkeyIntents.rename) {
    await api(renamePasskey, { params, body: { name } })
    return 'renamed'
  }
  if (intent === passkeyIntents.remove) {
    await api(removePasskey, { params, body: current ? { current_password: current } : {} })
    return 'removed'
  }
  return undefined
}

/**
 * Reads the passkey credential from a form. If the credential in the form has been tampered with, the API
 * rejects it.
 */
export function parsePasskeyCredential<E extends typeof addPasskey | typeof signInWithPasskey>(
  form: FormData,
) {
  type Credential = InputOf<E>['body']['credential']
  try {
    return JSON.parse(getFormFieldValue(form, 'credential')) as Credential
  } catch {
    return null as unknown as Credential
  }
}
