import { cancelJob, listJobs, retryJob } from '#contract/admin/jobs.ts'
import {
  getFormFieldValue,
  isFormFailure,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { JobsView } from '#web/features/admin/jobs/jobs-view.tsx'
import { adminJobMessages } from '#web/messages/admin/jobs.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { Route } from './+types/jobs-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { type AdminActionDone, showAdminActionToast } from './admin-action-result.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const params = args.url.searchParams
  const wanted = {
    state: params.get('state') ?? undefined,
    name: params.get('name') || undefined,
    cursor: params.get('cursor') ?? undefined,
  }
  // Malformed filters and cursors are ignored.
  const query = listJobs.query!.safeParse(wanted).data ?? listJobs.query!.parse({})
  const load = async () => ({
    ...(await createLoaderApiClient(args)(listJobs, { query })),
    state: query.state,
    name: query.name,
    isLater: query.cursor !== undefined,
  })
  return loadAdminPage(args, load, (role) => role === 'admin')
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const params = { name: getFormFieldValue(form, 'job'), id: getFormFieldValue(form, 'id') }
  const isRetry = getFormFieldValue(form, 'intent') === 'retry'
  try {
    await createApiClientFromContext(args)(isRetry ? retryJob : cancelJob, { params })
    return { done: adminJobMessages.done[isRetry ? 'retry' : 'cancel'] } satisfies AdminActionDone
  } catch (thrown) {
    return toFormFailure(thrown, params)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showAdminActionToast(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminJobMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function JobsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return (
    <>
      {isFormFailure(actionData) && (
        <FormErrorMessage title={actionData.refused.title}>{actionData.refused.detail}</FormErrorMessage>
      )}
      <JobsView {...loaderData.staff} />
    </>
  )
}
