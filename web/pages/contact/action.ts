import { getSession } from '#contract/accounts.ts'
import { deleteSubject, sendMessage } from '#contract/contact.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type Refused, refusedFields, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { apiOf } from '#web/api/context.ts'

type Args = Parameters<typeof apiOf>[0] & { request: Request }

/** It went. `signedOut`: a deletion was asked for, but by nobody we know. */
export interface Sent extends AnswerOf<typeof sendMessage> {
  sent: true
  signedOut: boolean
}

/** Deleting an account is asked about once more: by a dialog, or without script by this answer. */
export interface Ask {
  ask: Record<string, string>
}

const fields = ['firstName', 'lastName', 'email', 'subject', 'message', 'topic', 'website'] as const

export async function action(args: Args): Promise<Sent | Ask | ReturnType<typeof refusedForm>> {
  const form = await args.request.formData()
  const values = Object.fromEntries(fields.map((name) => [name, textIn(form, name)]))
  const { topic, ...typed } = values
  const current_password = textIn(form, 'current_password')
  const body = {
    ...typed,
    ...(topic && { topic }),
    ...(current_password && { current_password }),
    confirmed: form.has('confirmed'),
  }
  const refused = refusedFields(sendMessage.body!, body, values)
  if (refused) return refused
  const isDeletion = values.subject === deleteSubject
  if (isDeletion && !body.confirmed) return { ask: values }
  const api = apiOf(args)
  try {
    const { deletion } = await api(sendMessage, { body: body as never })
    const signedOut = isDeletion && (await api(getSession, {})).me === null
    return { sent: true, deletion, signedOut }
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

export function isSent(answer: unknown): answer is Sent {
  return typeof answer === 'object' && answer !== null && 'sent' in answer
}

export function isAsk(answer: unknown): answer is Ask {
  return typeof answer === 'object' && answer !== null && 'ask' in answer
}

/** The connection was cut on the way. */
export function cutOff(title: string, detail: string): Refused {
  return { refused: { code: 'unavailable', title, detail }, fields: {}, values: {} }
}
