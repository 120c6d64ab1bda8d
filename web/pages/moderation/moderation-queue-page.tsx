import { redirect } from 'react-router'
import { claimCase, listCases, CaseQueueCursor } from '#contract/moderation/moderation-cases.ts'
import { Cursor } from '#contract/scalars.ts'
import {
  dismissFlood,
  ReportFloodCursor,
  ReportFloodKey,
  listDistinctReports,
  listFloods,
} from '#contract/moderation/report-floods.ts'
import {
  closeNoticeAsNotFound,
  listUnmatchedNotices,
  putNoticeMatch,
} from '#contract/moderation/unmatched-notices.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { DistinctReportList } from '#web/features/moderation/distinct-report-list.tsx'
import { UnmatchedNoticeList } from '#web/features/moderation/unmatched-notice-list.tsx'
import { CaseQueue } from '#web/features/moderation/case-queue.tsx'
import { pagePaths } from '#web/paths.ts'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
} from '#web/features/account/forms/account-form-handling.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import type { Route } from './+types/moderation-queue-page.ts'
import { meta as anywhereMeta } from '../home/not-found-page.tsx'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadStaffOnlyPage } from './staff-only-loader.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

const queueFilters = ['free', 'mine', 'appeals'] as const

export function loader(args: Route.LoaderArgs) {
  const filterParam = args.url.searchParams.get('only')
  const only = queueFilters.find((filter) => filter === filterParam)
  // Ignore malformed query parameters. For example, if the cursor is malformed, the first page is shown.
  const flood = ReportFloodKey.safeParse(args.url.searchParams.get('flood')).data
  const cursor = CaseQueueCursor.safeParse(args.url.searchParams.get('cursor')).data
  const floodsFrom = ReportFloodCursor.safeParse(args.url.searchParams.get('floods')).data
  const claimsFrom = Cursor.safeParse(args.url.searchParams.get('claims')).data
  return loadStaffOnlyPage(args as never, async () => {
    const loaderApi = createLoaderApiClient(args)
    const [cases, notices, floods, claims] = await Promise.all([
      loaderApi(listCases, { query: { only, flood, cursor } }),
      loaderApi(listUnmatchedNotices, {}),
      floodsFrom && loaderApi(listFloods, { query: { cursor: floodsFrom } }),
      flood && loaderApi(listDistinctReports, { params: { key: flood }, query: { cursor: claimsFrom } }),
    ])
    return {
      ...cases,
      ...(floods && { floods: floods.items, floods_cursor: floods.next_cursor }),
      isLaterFloods: floodsFrom !== undefined,
      claims: claims || null,
      isLaterClaims: claimsFrom !== undefined,
      only,
      flood,
      isLater: cursor !== undefined,
      notices: notices.items,
    }
  })
}

/**
 * Handles the forms of the moderation queue: they claim and open a case, link an unmatched notice to the
 * reported content, or dismiss a flood of reports.
 */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const [id, address] = [String(form.get('id')), String(form.get('address') ?? '')]
  try {
    if (form.get('intent') === 'dismiss-flood')
      return await dismissReportFlood(args, id, form.getAll('claim').map(String))
    return await runQueueIntent(args, String(form.get('intent') ?? 'claim'), id, address)
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return toFormFailure(thrown, { id, address })
  }
}

async function dismissReportFlood(args: Route.ActionArgs, key: string, claims: string[]) {
  const { cases } = await createApiClientFromContext(args)(dismissFlood, {
    params: { key },
    body: { claims },
  })
  return { dismissing: cases }
}

async function runQueueIntent(args: Route.ActionArgs, intent: string, id: string, address: string) {
  const api = createApiClientFromContext(args)
  const params = { id }
  if (intent === 'not-found') {
    await api(closeNoticeAsNotFound, { params })
    return null
  }
  if (intent === 'place') {
    const { case_id } = await api(putNoticeMatch, { params, body: { address } })
    return redirect(pagePaths.moderationCase(case_id))
  }
  await api(claimCase, { params })
  return redirect(pagePaths.moderationCase(id))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  if (answer && 'dismissing' in answer)
    showToast.success(
      moderationConsoleMessages.floods.dismissing({ n: answer.dismissing }),
      moderationConsoleMessages.floods.dismissingText,
    )
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return buildPageMeta(args, {
    title: moderationConsoleMessages.title,
    description: moderationConsoleMessages.description,
    noindex: true,
  })
}

export default function ModerationQueuePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const refused = isFormFailure(actionData) ? actionData : undefined
  const { notices, claims, isLaterClaims, ...queue } = loaderData.staff
  return (
    <CaseQueue {...queue}>
      {refused && <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>}
      <UnmatchedNoticeList items={notices} refused={refused} />
      {queue.flood && claims && (
        <DistinctReportList
          key={claims.items[0]?.id}
          flood={queue.flood}
          claims={claims.items}
          next={claims.next_cursor}
          isLater={isLaterClaims}
        />
      )}
    </CaseQueue>
  )
}
