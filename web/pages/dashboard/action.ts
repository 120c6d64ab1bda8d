import { redirect } from 'react-router'
import { changePassword } from '#contract/accounts.ts'
import { cancelDeletion } from '#contract/contact.ts'
import { deleteContent } from '#contract/content.ts'
import { pathOf } from '#contract/endpoint.ts'
import { imageMaxBytes } from '#contract/limits.ts'
import { deleteAvatar, putAvatar, updateProfile } from '#contract/profiles.ts'
import { refusal, type RefusalCode } from '#contract/refusals.ts'
import { retryStream } from '#contract/uploads.ts'
import { refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { chooseIn } from '#web/features/safety/choose.ts'
import { CallError, errorOf } from '#web/api/call.ts'
import { apiOf, services } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { baselineField, changedFields } from '#web/ui/form-changes.ts'

type Args = Parameters<typeof apiOf>[0] & { request: Request }

/** A form of the settings that did what it was for. */
export interface Done {
  done: 'profile' | 'avatar' | 'password' | 'cancel-deletion'
}

/** What the page's forms ask for, by their `intent`. Where there is script the list deletes and retries by itself. */
export async function action(args: Args) {
  let values: Record<string, string> = {}
  try {
    const form = await formOf(args.request)
    values = typedIn(form)
    if (values.intent === 'ask-delete') return { asked: textIn(form, 'id') }
    if (values.intent === 'safety') return { safety: await chooseIn(args, form) }
    const done = await perform(args, form)
    if (done) return done
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
  return redirect(paths.dashboard)
}

/** What was typed, to stand in the form again; never a password. */
function typedIn(form: FormData): Record<string, string> {
  const names = [
    'intent',
    'display_name',
    'display_name_mode',
    'username',
    'bio',
    'is_private',
    'hides_views',
    baselineField,
  ]
  const typed = Object.fromEntries(names.map((name) => [name, textIn(form, name)]))
  return { ...typed, asked: form.has('current_password') ? 'yes' : '' }
}

async function perform(args: Args, form: FormData): Promise<Done | undefined> {
  const api = apiOf(args)
  const params = { id: textIn(form, 'id') }
  switch (textIn(form, 'intent')) {
    case 'profile':
      await api(updateProfile, { body: profileIn(form) })
      return { done: 'profile' }
    case 'avatar':
      await sendAvatar(args, form.get('avatar'))
      return { done: 'avatar' }
    case 'remove-avatar':
      await api(deleteAvatar, {})
      return { done: 'avatar' }
    case 'password':
      await api(changePassword, { body: passwordIn(form) })
      return { done: 'password' }
    case 'cancel-deletion':
      await api(cancelDeletion, {})
      return { done: 'cancel-deletion' }
    case 'delete':
      await api(deleteContent, { params })
      return undefined
    case 'retry':
      await api(retryStream, { params: { streamId: textIn(form, 'stream_id') } })
  }
  return undefined
}

/** Only what was changed in this form; minors have no `display_name_mode` to choose. */
function profileIn(form: FormData) {
  const mode = textIn(form, 'display_name_mode') as 'full_name' | 'username' | ''
  const { display_name_mode, ...changed } = changedFields(form, {
    display_name: textIn(form, 'display_name'),
    display_name_mode: mode,
    username: textIn(form, 'username'),
    bio: textIn(form, 'bio'),
    is_private: form.has('is_private'),
    hides_views: form.has('hides_views'),
  })
  return {
    ...changed,
    ...(display_name_mode && { display_name_mode }),
    ...(form.has('anyway') ? { anyway: true } : { advise: true }),
  }
}

function passwordIn(form: FormData) {
  return {
    password: textIn(form, 'password'),
    current_password: textIn(form, 'current_password') || undefined,
  }
}

async function sendAvatar({ context }: Args, file: FormDataEntryValue | null): Promise<void> {
  if (!(file instanceof File) || file.size === 0) throw no('image_missing')
  const body = await file.arrayBuffer()
  const answer = await context.get(services).fetch(pathOf(putAvatar, {}), { method: 'PUT', body })
  if (!answer.ok) throw await errorOf(answer)
}

/** The form, unless its picture is larger than any that would be accepted: it is held in memory. */
async function formOf(request: Request): Promise<FormData> {
  const size = Number(request.headers.get('content-length') ?? 0)
  if (size > imageMaxBytes + 64 * 1024) throw no('image_too_large')
  return request.formData()
}

function no(code: RefusalCode): CallError {
  const row = refusal(code)
  return new CallError(row.status, { code, ...row })
}
