import { redirect } from 'react-router'
import { listConsoleContent, openCaseAboutContent, reprocessContent } from '#contract/admin/content.ts'
import { featureContent, unfeatureContent } from '#contract/moderation/featured-content.ts'
import {
  getFormFieldValue,
  isFormFailure,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { ContentView } from '#web/features/admin/content/content-view.tsx'
import { adminContentMessages } from '#web/messages/admin/content.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import type { Route } from './+types/content-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { type AdminActionDone, showAdminActionToast } from './admin-action-result.ts'
import { loadAdminPage } from './load-admin-page.ts'

const filterNames = ['q', 'moderation', 'content_type', 'stream_status', 'featured'] as const

export function loader(args: Route.LoaderArgs) {
  const params = args.url.searchParams
  const filters = Object.fromEntries(
    filterNames.map((name) => [name, params.get(name) || undefined]),
  ) as Record<(typeof filterNames)[number], string | undefined>
  const cursor = params.get('cursor') ?? undefined
  // Malformed filters and cursors are ignored.
  const query = listConsoleContent.query!.safeParse({ ...filters, cursor })
  return loadAdminPage(args, async () => ({
    ...(await createLoaderApiClient(args)(listConsoleContent, { query: query.data ?? {} })),
    filters: query.success ? filters : {},
    isLater: query.success && cursor !== undefined,
  }))
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const id = getFormFieldValue(form, 'id')
  try {
    return await runIntent(args, getFormFieldValue(form, 'intent'), id)
  } catch (thrown) {
    return toFormFailure(thrown, { id })
  }
}

async function runIntent(args: Route.ActionArgs, intent: string, id: string) {
  const api = createApiClientFromContext(args)
  const params = { id }
  if (intent === 'case') {
    const { case_id } = await api(openCaseAboutContent, { params })
    return redirect(pagePaths.moderationCase(case_id))
  }
  if (intent === 'reprocess') await api(reprocessContent, { params })
  else if (intent === 'feature') await api(featureContent, { params })
  else await api(unfeatureContent, { params })
  const done = intent === 'reprocess' || intent === 'feature' ? intent : 'unfeature'
  return { done: adminContentMessages.done[done] } satisfies AdminActionDone
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showAdminActionToast(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminContentMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function ContentPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  return (
    <>
      {isFormFailure(actionData) && (
        <FormErrorMessage title={actionData.refused.title}>{actionData.refused.detail}</FormErrorMessage>
      )}
      <ContentView {...loaderData.staff} />
    </>
  )
}
