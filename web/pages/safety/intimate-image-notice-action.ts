import { sendNotice } from '#contract/moderation/intimate-image-notices.ts'
import {
  validateForm,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { createApiClient } from '#web/api/request-services.ts'

type NoticeActionArgs = Parameters<typeof createApiClient>[0] & { request: Request }

const noticeFieldNames = ['name', 'email', 'for', 'addresses', 'words'] as const

export async function action(args: NoticeActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries(noticeFieldNames.map((name) => [name, getFormFieldValue(form, name)]))
  const body = { ...values, statement: form.has('statement') }
  const shown = { ...values, statement: body.statement ? 'on' : '' }
  const refused = validateForm(sendNotice.body!, body, shown)
  if (refused) return refused
  try {
    return { sent: await createApiClient(args)(sendNotice, { body: body as never }) }
  } catch (thrown) {
    return toFormFailure(thrown, shown)
  }
}
