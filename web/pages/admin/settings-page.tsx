import { getSettings, importSettings, patchSettings } from '#contract/settings/settings-endpoints.ts'
import { settingsErrors } from '#contract/errors/console/settings-errors.ts'
import {
  isFormFailure,
  showFormFailureToast,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { parseSettingsForm } from '#web/features/admin/settings/setting-form-values.ts'
import { SettingsView } from '#web/features/admin/settings/settings-view.tsx'
import { adminSettingsMessages } from '#web/messages/admin/settings.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { Route } from './+types/settings-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  return loadAdminPage(
    args,
    () => createLoaderApiClient(args)(getSettings, {}),
    (role) => role === 'admin',
  )
}

/** Saves one group of settings, resets one setting, or imports a file. */
export async function action(args: Route.ActionArgs) {
  const api = createApiClientFromContext(args)
  const form = await args.request.formData()
  const file = form.get('file')
  const values = Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
  try {
    if (file instanceof File) {
      const body = parseSettingsFile(await file.text())
      if (!body) return { refused: { code: 'settings_file_invalid', ...fileError() }, fields: {}, values }
      await api(importSettings, { body })
      return { done: adminSettingsMessages.imported }
    }
    const settings = parseSettingsForm(form)
    if (Object.keys(settings).length === 0) return { done: adminSettingsMessages.unchanged }
    await api(patchSettings, { body: { settings } })
    return { done: adminSettingsMessages.saved }
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

/** Returns undefined if the file is not JSON. The API checks everything else. */
function parseSettingsFile(text: string) {
  try {
    const { format, settings } = JSON.parse(text) as { format: 'site-settings-1'; settings: object }
    return { format, settings: settings as Record<string, unknown> }
  } catch {
    return undefined
  }
}

function fileError() {
  const { title, detail } = settingsErrors.settings_file_invalid
  return { title, detail }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  if (!isFormFailure(answer)) showToast.success(answer.done)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminSettingsMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const failure = isFormFailure(actionData) ? actionData : undefined
  return (
    <SettingsView
      settings={loaderData.staff.settings}
      problem={
        failure && (
          <FormErrorMessage title={failure.refused.title}>
            <span className="whitespace-pre-line">{failure.refused.detail}</span>
          </FormErrorMessage>
        )
      }
      problemGroup={failure?.values.group}
      entered={failure?.values}
    />
  )
}
