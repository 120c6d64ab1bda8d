import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getDataExport, requestDataExport } from '#contract/privacy/data-export.ts'
import { deleteAllSessions, deleteSession, listSessions } from '#contract/auth/sessions.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isFormFailure,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import { DataExportCard } from '#web/features/settings/data-export-card.tsx'
import { SessionList } from '#web/features/settings/session-list.tsx'
import { AgeOutNotice } from '#web/features/settings/age-out-notice.tsx'
import { DashboardSubpage } from '#web/features/settings/dashboard-subpage.tsx'
import { SettingsCard } from '#web/features/settings/settings-card.tsx'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'
import { offlinePagesMessages } from '#web/messages/site/offline-pages.ts'
import type { Route } from './+types/data-and-devices-page.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me } = await createLoaderApiClient(args)(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(pagePaths.dataAndDevices))
  const list = createLoaderApiClientForOptionalData(args)
  const [copy, sessions] = await Promise.all([
    list(getDataExport, {}, { export: null }),
    list(listSessions, {}, { items: null }),
  ])
  return { me, copy: copy.export, sessions: sessions.items }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const intent = getFormFieldValue(form, 'intent')
  const api = createApiClientFromContext(args)
  try {
    if (intent === 'export') await api(requestDataExport, {})
    if (intent === 'end') await api(deleteSession, { params: { id: getFormFieldValue(form, 'id') } })
    if (intent === 'end-all') await api(deleteAllSessions, {})
  } catch (thrown) {
    return toFormFailure(thrown, { intent })
  }
  return redirect(intent === 'end-all' ? pagePaths.signIn() : pagePaths.dataAndDevices)
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: dataAndDevicesMessages.title,
    description: dataAndDevicesMessages.description,
    noindex: true,
  })

export default function DataAndDevicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { me, copy, sessions } = loaderData
  return (
    <DashboardSubpage title={dataAndDevicesMessages.title} back={dataAndDevicesMessages.back}>
      {me.is_grown && me.role === 'user' && <AgeOutNotice />}
      {isFormFailure(actionData) && (
        <FormErrorMessage title={dataAndDevicesMessages.failed}>{actionData.refused.detail}</FormErrorMessage>
      )}
      <SettingsCard heading="h2" id="your-data" title={dataAndDevicesMessages.copy}>
        <DataExportCard copy={copy} />
      </SettingsCard>
      <SettingsCard heading="h2" id="devices" title={dataAndDevicesMessages.devices}>
        <SessionList sessions={sessions} />
      </SettingsCard>
      <SettingsCard heading="h2" id="offline" title={offlinePagesMessages.card}>
        <p className="mt-2 max-w-[70ch] text-quiet">{offlinePagesMessages.cardText}</p>
        <Link to={pagePaths.offline} className={getButtonClassName({}, 'mt-4')}>
          {offlinePagesMessages.cardLink}
        </Link>
      </SettingsCard>
      {!me.leaving_at && (
        <SettingsCard heading="h2" id="leave" title={dataAndDevicesMessages.leave} danger>
          <p className="mt-2 max-w-[70ch] text-quiet">{dataAndDevicesMessages.leaveText}</p>
          <Link
            to={pagePaths.contactWithSubject('delete-account')}
            className={getButtonClassName({ variant: 'danger' }, 'mt-4')}
          >
            {dataAndDevicesMessages.delete}
          </Link>
        </SettingsCard>
      )}
    </DashboardSubpage>
  )
}
