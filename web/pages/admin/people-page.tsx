import { searchPeople } from '#contract/admin/people.ts'
import {
  getFormFieldValue,
  isFormFailure,
  showFormFailureToast,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { PeopleSearch } from '#web/features/admin/people/people-search.tsx'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { Route } from './+types/people-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  return loadAdminPage(args, async () => true as const)
}

export async function action(args: Route.ActionArgs) {
  const q = getFormFieldValue(await args.request.formData(), 'q')
  try {
    return { q, found: await createApiClientFromContext(args)(searchPeople, { body: { q } }) }
  } catch (thrown) {
    return toFormFailure(thrown, { q })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminPeopleMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  if (isFormFailure(actionData))
    return (
      <PeopleSearch
        query={actionData.values['q'] ?? ''}
        found={undefined}
        error={actionData.refused.detail}
      />
    )
  return <PeopleSearch query={actionData?.q ?? ''} found={actionData?.found} error={undefined} />
}
