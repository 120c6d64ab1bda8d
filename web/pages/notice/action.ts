import { sendNotice } from '#contract/notices.ts'
import { refusedFields, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { apiOf } from '#web/api/context.ts'

type Args = Parameters<typeof apiOf>[0] & { request: Request }

const fields = ['name', 'email', 'for', 'addresses', 'words'] as const

export async function action(args: Args) {
  const form = await args.request.formData()
  const values = Object.fromEntries(fields.map((name) => [name, textIn(form, name)]))
  const body = { ...values, statement: form.has('statement') }
  const shown = { ...values, statement: body.statement ? 'on' : '' }
  const refused = refusedFields(sendNotice.body!, body, shown)
  if (refused) return refused
  try {
    return { sent: await apiOf(args)(sendNotice, { body: body as never }) }
  } catch (thrown) {
    return refusedForm(thrown, shown)
  }
}
