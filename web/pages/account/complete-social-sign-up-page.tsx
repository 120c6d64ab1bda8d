import { redirect } from 'react-router'
import { completeSocialSignUp } from '#contract/accounts/accounts.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { getSafetyDefaults } from '#contract/safety/safety-settings.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  toSignUpFields,
  isFormFailure,
  validateForm,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import {
  callServerAction,
  showSignUpFailureToast,
  withFormFailureStatus,
} from '#web/features/account/forms/account-form-results.ts'
import { checkSignUpAge } from '#web/features/account/sign-up/sign-up-age-check.ts'
import { SignUpForm } from '#web/features/account/sign-up/sign-up-form.tsx'
import { toPersonalDetailsInUsernameRules } from '#web/features/account/sign-up/use-personal-details-warning.ts'
import { pagePaths } from '#web/paths.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { socialSignUpCompletionMessages } from '#web/messages/account/complete-social-sign-up.ts'
import type { Route } from './+types/complete-social-sign-up-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

/** The page that asks for the remaining details after the user has signed up with a provider. */
export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const [{ unfinished, asserted_age, me, site }, safety] = await Promise.all([
    api(getSession, {}),
    api(getSafetyDefaults, {}),
  ])
  if (!unfinished) throw redirect(me ? pagePaths.dashboard : pagePaths.signIn())
  return { knownAge: asserted_age, minAge: site.min_age, warning: toPersonalDetailsInUsernameRules(safety) }
}

const refillableFields = ['full_name', 'age', 'username', 'display_name_mode', 'terms', 'marketing']

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries(refillableFields.map((name) => [name, getFormFieldValue(form, name)]))
  const body = toSignUpFields(values, form)
  const refused = validateForm(completeSocialSignUp.body!, body, values, await checkSignUpAge(args, body.age))
  if (refused) return refused
  try {
    await createApiClientFromContext(args)(completeSocialSignUp, { body: body as never })
    return redirect(pagePaths.dashboard)
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  showSignUpFailureToast(answer, accountFormMessages.profileSaveFailed)
  return withFormFailureStatus(answer)
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: socialSignUpCompletionMessages.title,
    description: socialSignUpCompletionMessages.description,
    noindex: true,
  })

export default function CompleteSocialSignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPageLayout
      poster={socialSignUpCompletionMessages.poster}
      text={socialSignUpCompletionMessages.text}
      hue="talent"
      title={socialSignUpCompletionMessages.heading}
    >
      <SignUpForm provided {...loaderData} answer={isFormFailure(actionData) ? actionData : undefined} />
    </AccountPageLayout>
  )
}
