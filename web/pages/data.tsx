import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { getExport, requestExport } from '#contract/rights.ts'
import { endAllSessions, endOneSession, listSessions } from '#contract/sessions.ts'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { Copy } from '#web/features/data/copy-card.tsx'
import { Devices } from '#web/features/data/devices.tsx'
import { GrownNotice } from '#web/features/data/grown-notice.tsx'
import { BelowDashboard } from '#web/features/settings/below-dashboard.tsx'
import { Card } from '#web/features/settings/card.tsx'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { words } from '#web/words/data.ts'
import type { Route } from './+types/data.ts'
import { askOf, listsOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me } = await askOf(args)(getSession, {})
  if (!me) throw redirect(paths.login(paths.data))
  const list = listsOf(args)
  const [copy, sessions] = await Promise.all([
    list(getExport, {}, { export: null }),
    list(listSessions, {}, { items: null }),
  ])
  return { me, copy: copy.export, sessions: sessions.items }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const intent = textIn(form, 'intent')
  const api = apiOf(args)
  try {
    if (intent === 'export') await api(requestExport, {})
    if (intent === 'end') await api(endOneSession, { params: { id: textIn(form, 'id') } })
    if (intent === 'end-all') await api(endAllSessions, {})
  } catch (thrown) {
    return refusedForm(thrown, { intent })
  }
  return redirect(intent === 'end-all' ? paths.login() : paths.data)
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function DataPage({ loaderData, actionData }: Route.ComponentProps) {
  const { me, copy, sessions } = loaderData
  return (
    <BelowDashboard title={words.title} back={words.back}>
      {me.is_grown && me.role === 'user' && <GrownNotice />}
      {isRefused(actionData) && <FormError title={words.failed}>{actionData.refused.detail}</FormError>}
      <Card heading="h2" id="your-data" title={words.copy}>
        <Copy copy={copy} />
      </Card>
      <Card heading="h2" id="devices" title={words.devices}>
        <Devices sessions={sessions} />
      </Card>
      {!me.leaving_at && (
        <Card heading="h2" id="leave" title={words.leave} danger>
          <p className="mt-2 max-w-[70ch] text-quiet">{words.leaveText}</p>
          <Link
            to={paths.contactAbout('delete-account')}
            className={buttonClass({ variant: 'danger' }, 'mt-4')}
          >
            {words.delete}
          </Link>
        </Card>
      )}
    </BelowDashboard>
  )
}
