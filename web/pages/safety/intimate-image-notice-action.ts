import { submitIntimateImageNotice } from '#contract/moderation/intimate-image-notices.ts'
import {
  validateForm,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

type NoticeActionArgs = Parameters<typeof createApiClientFromContext>[0] & { request: Request }

const noticeFieldNames = ['name', 'email', 'for', 'addresses', 'words'] as const

export async function action(args: NoticeActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries(noticeFieldNames.map((name) => [name, getFormFieldValue(form, name)]))
  const body = { ...values, statement: form.has('statement') }
  const shown = { ...values, statement: body.statement ? 'on' : '' }
  const refused = validateForm(submitIntimateImageNotice.body!, body, shown)
  if (refused) return refused
  try {
    return {
      sent: await createApiClientFromContext(args)(submitIntimateImageNotice, { body: body as never }),
    }
  } catch (thrown) {
    return toFormFailure(thrown, shown)
  }
}
