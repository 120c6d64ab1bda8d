import type { InputOf } from '#contract/endpoint.ts'
import { addPasskey, removePasskey, renamePasskey, type signInByPasskey } from '#contract/passkeys.ts'
import type { apiOf } from '#web/api/context.ts'
import { textIn } from '../form-answer.ts'

export type PasskeyDone = 'added' | 'renamed' | 'removed'

export const intents = { add: 'passkey-add', rename: 'passkey-rename', remove: 'passkey-remove' }

/** What the passkeys' forms ask for; undefined: it is none of theirs. */
export async function changePasskeys(
  form: FormData,
  api: ReturnType<typeof apiOf>,
): Promise<PasskeyDone | undefined> {
  const intent = textIn(form, 'intent')
  const params = { id: textIn(form, 'id') }
  const name = textIn(form, 'name')
  const current = textIn(form, 'current_password')
  if (intent === intents.add) {
    await api(addPasskey, { body: { name, credential: credentialIn<typeof addPasskey>(form) } })
    return 'added'
  }
  if (intent === intents.rename) {
    await api(renamePasskey, { params, body: { name } })
    return 'renamed'
  }
  if (intent === intents.remove) {
    await api(removePasskey, { params, body: current ? { current_password: current } : {} })
    return 'removed'
  }
  return undefined
}

/** As the ceremony made it. What somebody else put there the API refuses. */
export function credentialIn<E extends typeof addPasskey | typeof signInByPasskey>(form: FormData) {
  type Credential = InputOf<E>['body']['credential']
  try {
    return JSON.parse(textIn(form, 'credential')) as Credential
  } catch {
    return null as unknown as Credential
  }
}
