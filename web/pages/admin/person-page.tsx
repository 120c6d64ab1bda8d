import { getPerson, postSanction, putRole, resetSecondFactor, type UserRole } from '#contract/admin/people.ts'
import type { InputOf } from '#contract/endpoint.ts'
import {
  getFormFieldValue,
  isFormFailure,
  showFormFailureToast,
  toFormFailure,
} from '#web/features/account/forms/account-form-handling.ts'
import { FormErrorMessage } from '#web/features/account/forms/account-page-layout.tsx'
import { PersonForms } from '#web/features/admin/people/person-forms.tsx'
import { PersonView } from '#web/features/admin/people/person-view.tsx'
import { adminPeopleMessages } from '#web/messages/admin/people.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import type { Route } from './+types/person-page.ts'
import { HomePageContent } from '../home/home-page-content.tsx'
import { meta as notFoundMeta } from '../home/not-found-page.tsx'
import { buildPageMeta } from '../layout/page-meta.ts'
import { loadAdminPage } from './load-admin-page.ts'

export function loader(args: Route.LoaderArgs) {
  const { id } = args.params
  return loadAdminPage(args, () => createLoaderApiClient(args)(getPerson, { params: { id } }))
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  try {
    return { done: await changePerson(args, form) }
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

/** Carries out one of the forms and returns the message that confirms it. */
async function changePerson(args: Route.ActionArgs, form: FormData): Promise<string> {
  const api = createApiClientFromContext(args)
  const params = { id: args.params.id }
  switch (getFormFieldValue(form, 'intent')) {
    case 'role':
      await api(putRole, { params, body: { role: getFormFieldValue(form, 'role') as UserRole } })
      return adminPeopleMessages.roleChanged
    case 'reset':
      await api(resetSecondFactor, { params })
      return adminPeopleMessages.resetDone
    default:
      await api(postSanction, { params, body: parseSanctionForm(form) })
      return adminPeopleMessages.applied
  }
}

/** The contract validates the values, so they are not checked here. */
function parseSanctionForm(form: FormData): InputOf<typeof postSanction>['body'] {
  const sanction = getFormFieldValue(form, 'action')
  const days = Number(getFormFieldValue(form, 'days'))
  const body = {
    action: sanction,
    rule: getFormFieldValue(form, 'rule') || undefined,
    facts: getFormFieldValue(form, 'facts'),
    ...(sanction === 'suspend' && days > 0 && { days }),
  }
  return body as InputOf<typeof postSanction>['body']
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  showFormFailureToast(answer)
  if (!isFormFailure(answer)) showToast.success(answer.done)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return notFoundMeta(args as never)
  const { title, description } = adminPeopleMessages
  return buildPageMeta(args, { title, description, noindex: true })
}

export default function PersonPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomePageContent {...loaderData.home} />
  const refused = isFormFailure(actionData) ? actionData : undefined
  return (
    <PersonView person={loaderData.staff}>
      {refused && <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>}
      <PersonForms person={loaderData.staff} values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
    </PersonView>
  )
}
