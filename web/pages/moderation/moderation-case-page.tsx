import { redirect } from 'react-router'
import {
  postCaseAction,
  claimCase,
  decideAppeal,
  getCase,
  listCases,
  unclaimCase,
} from '#contract/moderation/moderation-cases.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
} from '#web/features/account/forms/account-form-handling.ts'
import { parseCaseActionForm, parseAppealDecisionForm } from '#web/features/moderation/case-form-data.ts'
import { ModerationCaseView } from '#web/features/moderation/moderation-case-view.tsx'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths } from '#web/paths.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'
import type { Route } from './+types/moderation-case-page.ts'
import { meta as anywhereMeta } from '../home/not-found-page.tsx'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadStaffOnlyPage } from './staff-only-loader.ts'

export function loader(args: Route.LoaderArgs) {
  return loadStaffOnlyPage(args as never, async () => {
    const loaderApi = createLoaderApiClient(args)
    const found = await loaderApi(getCase, { params: { id: args.params.id } })
    if (!found.closed_at) return { found, next: undefined }
    const { items } = await loaderApi(listCases, { query: { only: 'free', limit: 1 } })
    return { found, next: items[0]?.id }
  })
}

/**
 * Performs the action that a moderator has chosen for a case, and returns a confirmation message. After a
 * case has been closed, the moderator is redirected to the queue.
 */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  try {
    return await runCaseIntent(args, form)
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

async function runCaseIntent(args: Route.ActionArgs, form: FormData) {
  const api = createApiClientFromContext(args)
  const params = { id: args.params.id }
  switch (form.get('intent')) {
    case 'claim':
      await api(claimCase, { params })
      return { done: null, text: '' }
    case 'release':
      await api(unclaimCase, { params })
      return redirect(pagePaths.moderationQueue())
    case 'decide': {
      const { appealId, ...body } = parseAppealDecisionForm(form)
      await api(decideAppeal, { params: { id: appealId }, body })
      return {
        done: moderationConsoleMessages.decided[body.outcome],
        text: moderationConsoleMessages.answered,
      }
    }
    default: {
      const body = parseCaseActionForm(form)
      await api(postCaseAction, { params, body })
      return {
        done: moderationConsoleMessages.done(body.action),
        text: moderationConsoleMessages.doneText({ action: body.action }),
      }
    }
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  if (answer && !isFormFailure(answer) && 'done' in answer && answer.done)
    showToast.success(answer.done, answer.text)
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

export default function ModerationCasePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const refused = isFormFailure(actionData) ? actionData : undefined
  const problem = refused && (
    <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>
  )
  return (
    <ModerationCaseView
      {...loaderData.staff}
      problem={problem}
      values={refused?.values}
      errors={refused?.fields}
    />
  )
}
