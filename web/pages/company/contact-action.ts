import { getSession } from '#contract/accounts/current-user.ts'
import { accountDeletionSubject, sendContactMessage } from '#contract/contact/contact-form.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import {
  type FormFailure,
  validateForm,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

type ContactActionArgs = Parameters<typeof createApiClientFromContext>[0] & { request: Request }

/**
 * The result after a contact message has been sent. `signedOut` is true if the person who requested an
 * account deletion is signed out.
 */
export interface ContactMessageResult extends ResponseOf<typeof sendContactMessage> {
  sent: true
  signedOut: boolean
}

/**
 * The result if a contact message requests an account deletion that the user has not confirmed yet. The
 * contact page then asks the user to confirm the account deletion. With JavaScript, the user confirms the
 * account deletion in a dialog before the contact message is sent.
 */
export interface AccountDeletionConfirmationRequired {
  ask: Record<string, string>
}

const contactFieldNames = [
  'firstName',
  'lastName',
  'email',
  'subject',
  'message',
  'topic',
  'website',
] as const

export async function action(
  args: ContactActionArgs,
): Promise<ContactMessageResult | AccountDeletionConfirmationRequired | ReturnType<typeof toFormFailure>> {
  const form = await args.request.formData()
  const values = Object.fromEntries(contactFieldNames.map((name) => [name, getFormFieldValue(form, name)]))
  const { topic, ...typed } = values
  const current_password = getFormFieldValue(form, 'current_password')
  const body = {
    ...typed,
    ...(topic && { topic }),
    ...(current_password && { current_password }),
    confirmed: form.has('confirmed'),
  }
  const refused = validateForm(sendContactMessage.body!, body, values)
  if (refused) return refused
  const isDeletion = values.subject === accountDeletionSubject
  if (isDeletion && !body.confirmed) return { ask: values }
  const api = createApiClientFromContext(args)
  try {
    const { deletion } = await api(sendContactMessage, { body: body as never })
    const signedOut = isDeletion && (await api(getSession, {})).me === null
    return { sent: true, deletion, signedOut }
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

export function isContactMessageResult(answer: unknown): answer is ContactMessageResult {
  return typeof answer === 'object' && answer !== null && 'sent' in answer
}

export function isAccountDeletionConfirmationRequired(
  answer: unknown,
): answer is AccountDeletionConfirmationRequired {
  return typeof answer === 'object' && answer !== null && 'ask' in answer
}

/** Creates the error result that the contact form shows if the connection is lost. */
export function createContactFormNetworkError(title: string, detail: string): FormFailure {
  return { refused: { code: 'unavailable', title, detail }, fields: {}, values: {} }
}
