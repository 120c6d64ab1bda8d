import { createInvitation, listInvitations, revokeInvitation } from '#contract/invitations/invitations.ts'
import {
  getFormFieldValue,
  isFormFailure,
  showFormFailureToast,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { InvitationsView } from '#web/features/admin/invitations/invitations-view.tsx'
import { adminInvitationMessages } from '#web/messages/admin/invitations.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { parsePageCursor } from '#web/api/page-cursor.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { Route } from './+types/invitations-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { useSiteInfo } from '../layout/use-site-info.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const cursor = parsePageCursor(args.url.searchParams)
  return loadAdminPage(args, () => createLoaderApiClient(args)(listInvitations, { query: { cursor } }))
}

/** Creates an invitation, and returns its link, or revokes one. */
export async function action(args: Route.ActionArgs) {
  const api = createApiClientFromContext(args)
  const form = await args.request.formData()
  const values = {
    uses: getFormFieldValue(form, 'uses'),
    days: getFormFieldValue(form, 'days'),
    note: getFormFieldValue(form, 'note'),
  }
  try {
    if (form.get('intent') === 'revoke') {
      await api(revokeInvitation, { params: { id: getFormFieldValue(form, 'id') } })
      return { done: adminInvitationMessages.revoked }
    }
    const body = { uses: Number(values.uses), days: Number(values.days), note: values.note }
    const { url } = await api(createInvitation, { body })
    return { done: adminInvitationMessages.created, url }
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  if (!isFormFailure(answer)) showToast.success(answer.done)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminInvitationMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function InvitationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registration } = useSiteInfo()
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const failure = isFormFailure(actionData) ? actionData : undefined
  const { items, next_cursor } = loaderData.staff
  return (
    <InvitationsView
      invitations={items}
      nextCursor={next_cursor}
      registration={registration}
      createdUrl={actionData && 'url' in actionData ? actionData.url : undefined}
      problem={
        failure && <FormErrorMessage title={failure.refused.title}>{failure.refused.detail}</FormErrorMessage>
      }
      entered={failure?.values}
    />
  )
}
