import { redirect } from 'react-router'
import { changePassword } from '#contract/auth/passwords.ts'
import { cancelAccountDeletion } from '#contract/accounts/account-deletion.ts'
import { deleteContent, updateContent } from '#contract/content/own-content.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { imageMaxBytes } from '#contract/limits.ts'
import { deleteAvatar, putAvatar, updateProfile } from '#contract/people/profiles.ts'
import { describeApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'
import { retryProcessing } from '#contract/content/uploads.ts'
import { toFormFailure, getFormFieldValue } from '#web/features/account/forms/account-form-handling.ts'
import { submitSafetySetting } from '#web/features/safety-settings/submit-safety-setting.ts'
import { ApiCallError, parseErrorResponse } from '#web/api/api-client.ts'
import { createApiClientFromContext, requestServicesContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { originalValuesFieldName, getChangedFields } from '#web/ui/forms/form-changes.ts'

type DashboardActionArgs = Parameters<typeof createApiClientFromContext>[0] & { request: Request }

/** The result after the values of a settings form have been saved. */
export interface SettingsSaveResult {
  done: 'profile' | 'avatar' | 'password' | 'cancel-deletion'
}

/**
 * Handles the submissions of all forms on the dashboard. The `intent` field identifies the submitted form.
 * If JavaScript is available, the list of uploads calls the API directly instead of submitting its forms.
 */
export async function action(args: DashboardActionArgs) {
  let values: Record<string, string> = {}
  try {
    const form = await readAvatarFormData(args.request)
    values = readTypedValues(form)
    if (values.intent === 'ask-delete') return { asked: getFormFieldValue(form, 'id') }
    if (values.intent === 'safety') return { safety: await submitSafetySetting(args, form) }
    const done = await runDashboardIntent(args, form)
    if (done) return done
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
  return redirect(pagePaths.dashboard)
}

/** Reads the submitted values except passwords, so a rejected form can show them again. */
function readTypedValues(form: FormData): Record<string, string> {
  const names = [
    'intent',
    'display_name',
    'display_name_mode',
    'username',
    'bio',
    'is_private',
    'hides_views',
    'held_words',
    originalValuesFieldName,
  ]
  const typed = Object.fromEntries(names.map((name) => [name, getFormFieldValue(form, name)]))
  return { ...typed, asked: form.has('current_password') ? 'yes' : '' }
}

async function runDashboardIntent(
  args: DashboardActionArgs,
  form: FormData,
): Promise<SettingsSaveResult | undefined> {
  const api = createApiClientFromContext(args)
  const params = { id: getFormFieldValue(form, 'id') }
  switch (getFormFieldValue(form, 'intent')) {
    case 'profile':
      await api(updateProfile, { body: parseProfileUpdate(form) })
      return { done: 'profile' }
    case 'avatar':
      await sendAvatarImage(args, form.get('avatar'))
      return { done: 'avatar' }
    case 'remove-avatar':
      await api(deleteAvatar, {})
      return { done: 'avatar' }
    case 'password':
      await api(changePassword, { body: parsePasswordChange(form) })
      return { done: 'password' }
    case 'cancel-deletion':
      await api(cancelAccountDeletion, {})
      return { done: 'cancel-deletion' }
    case 'delete':
      await api(deleteContent, { params })
      return undefined
    case 'publish':
      await api(updateContent, { params, body: { publication_state: 'published' } })
      return undefined
    case 'retry':
      await api(retryProcessing, { params: { streamId: getFormFieldValue(form, 'stream_id') } })
  }
  return undefined
}

/** Returns the profile fields that the user has changed. Minors cannot choose a `display_name_mode`. */
function parseProfileUpdate(form: FormData) {
  const mode = getFormFieldValue(form, 'display_name_mode') as 'full_name' | 'username' | ''
  const { display_name_mode, ...changed } = getChangedFields(form, {
    display_name: getFormFieldValue(form, 'display_name'),
    display_name_mode: mode,
    username: getFormFieldValue(form, 'username'),
    bio: getFormFieldValue(form, 'bio'),
    is_private: form.has('is_private'),
    hides_views: form.has('hides_views'),
    held_words: getFormFieldValue(form, 'held_words'),
  })
  return {
    ...changed,
    ...(display_name_mode && { display_name_mode }),
    ...(form.has('anyway') ? { anyway: true } : { advise: true }),
  }
}

function parsePasswordChange(form: FormData) {
  return {
    password: getFormFieldValue(form, 'password'),
    current_password: getFormFieldValue(form, 'current_password') || undefined,
  }
}

async function sendAvatarImage(
  { context }: DashboardActionArgs,
  file: FormDataEntryValue | null,
): Promise<void> {
  if (!(file instanceof File) || file.size === 0) throw createCallError('image_missing')
  const body = await file.arrayBuffer()
  const response = await context
    .get(requestServicesContext)
    .fetch(buildEndpointPath(putAvatar, {}), { method: 'PUT', body })
  if (!response.ok) throw await parseErrorResponse(response)
}

/**
 * Parses the form data. The uploaded profile picture is kept in memory. Rejects a request body that is larger
 * than the largest accepted image.
 */
async function readAvatarFormData(request: Request): Promise<FormData> {
  const size = Number(request.headers.get('content-length') ?? 0)
  if (size > imageMaxBytes + 64 * 1024) throw createCallError('image_too_large')
  return request.formData()
}

function createCallError(code: ApiErrorCode): ApiCallError {
  const row = describeApiError(code)
  return new ApiCallError(row.status, { code, ...row })
}
