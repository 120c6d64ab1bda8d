import { Link, redirect } from 'react-router'
import { ageLimits } from '#contract/limits.ts'
import { signInWithProvider, signUp } from '#contract/accounts/accounts.ts'
import { checkInvitation } from '#contract/invitations/invitations.ts'
import type { RegistrationMode } from '#contract/settings/setting-choices.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { getSafetyDefaults } from '#contract/safety/safety-settings.ts'
import { AccountPageLayout } from '#web/features/account/forms/account-page-layout.tsx'
import {
  toSignUpFields,
  isFormFailure,
  validateForm,
  toFormFailure,
  getFormFieldValue,
} from '#web/features/account/forms/account-form-handling.ts'
import {
  type SignUpResult,
  SignUpSuccess,
  showSignUpSuccessToasts,
} from '#web/features/account/sign-up/sign-up-success.tsx'
import {
  callServerAction,
  showSignUpFailureToast,
  withFormFailureStatus,
} from '#web/features/account/forms/account-form-results.ts'
import { checkSignUpAge } from '#web/features/account/sign-up/sign-up-age-check.ts'
import {
  describeRegistrationError,
  type RegistrationError,
} from '#web/features/account/sign-up/registration-error.ts'
import { SignUpForm } from '#web/features/account/sign-up/sign-up-form.tsx'
import { toPersonalDetailsInUsernameRules } from '#web/features/account/sign-up/use-personal-details-warning.ts'
import { SocialSignInButtons } from '#web/features/account/sign-in/social-sign-in-buttons.tsx'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import { pagePaths, sanitizeNextPath } from '#web/paths.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signUpMessages } from '#web/messages/account/sign-up.ts'
import type { Route } from './+types/sign-up-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { RegistrationRefusal } from './registration-refusal.tsx'

export async function loader(args: Route.LoaderArgs) {
  const loaderApi = createLoaderApiClient(args)
  const [{ me, site }, safety] = await Promise.all([
    loaderApi(getSession, {}),
    loaderApi(getSafetyDefaults, {}),
  ])
  if (me) throw redirect(pagePaths.dashboard)
  const refusal = await loadRegistrationError(args, site.registration)
  const next = args.url.searchParams.get('next') ?? undefined
  return {
    social: site.social,
    providers: site.providers,
    mail: site.mail,
    minAge: site.min_age,
    warning: toPersonalDetailsInUsernameRules(safety),
    refusal,
    next,
  }
}

/**
 * Returns why the visitor cannot join, or undefined if they can. With registration by invitation, the address
 * contains the token of the invitation.
 */
async function loadRegistrationError(
  args: Route.LoaderArgs,
  mode: RegistrationMode,
): Promise<RegistrationError | undefined> {
  if (mode === 'open') return undefined
  if (mode === 'closed') return describeRegistrationError('registration_closed')
  const token = args.url.searchParams.get('invite')
  if (!token) return describeRegistrationError('invitation_required')
  try {
    await createApiClientFromContext(args)(checkInvitation, { query: { token } })
    return undefined
  } catch (thrown) {
    const refusal = thrown instanceof ApiCallError && describeRegistrationError(thrown.code)
    if (!refusal) throw thrown
    return refusal
  }
}

const refillableFields = [
  'full_name',
  'first_name',
  'email',
  'age',
  'username',
  'display_name_mode',
  'terms',
  'marketing',
]

export async function action(args: Route.ActionArgs) {
  const api = createApiClientFromContext(args)
  const form = await args.request.formData()
  const values = Object.fromEntries(refillableFields.map((name) => [name, getFormFieldValue(form, name)]))
  const next = args.url.searchParams.get('next')
  const invitation = args.url.searchParams.get('invite') ?? undefined
  const provider = getFormFieldValue(form, 'provider')
  try {
    if (provider)
      return redirect(
        (
          await api(signInWithProvider, {
            params: { provider },
            query: { next: sanitizeNextPath(next), invitation },
          })
        ).url,
      )
    const body = { ...toSignUpBody(values, form), ...(invitation && { invitation }) }
    const refused = validateForm(signUp.body!, body, values, await checkSignUpAge(args, body.age))
    if (refused) return refused
    const to = sanitizeNextPath(next)
    const joined = { ...(await api(signUp, { body: body as never })), email: body.email, to }
    return { joined } satisfies SignUpResult
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
}

function toSignUpBody(values: Record<string, string>, form: FormData) {
  const { email, first_name } = values
  const password = getFormFieldValue(form, 'password')
  return { ...toSignUpFields(values, form), email: email!, password, ...(first_name && { first_name }) }
}

/**
 * Shows "Account Created!" as a toast and redirects to the next page. Without JavaScript, the form is
 * submitted directly to the server action, and this function does not run.
 */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await callServerAction(serverAction)
  showSignUpFailureToast(answer)
  if (!('joined' in answer)) return withFormFailureStatus(answer)
  showSignUpSuccessToasts(answer)
  if (answer.joined.signed_in) throw redirect(answer.joined.to)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: signUpMessages.title,
    description: signUpMessages.description({ min: args.loaderData?.minAge ?? ageLimits.min }),
    noindex: true,
  })

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const joined = actionData && 'joined' in actionData ? actionData : undefined
  return (
    <AccountPageLayout
      poster={joined ? signUpMessages.posterJoined : signUpMessages.poster}
      text={signUpMessages.text({ min: loaderData.minAge })}
      hue="talent"
      title={
        joined
          ? accountFormMessages.accountCreated.title
          : (loaderData.refusal?.title ?? signUpMessages.title)
      }
    >
      {joined ? (
        <SignUpSuccess {...joined} mail={loaderData.mail} />
      ) : loaderData.refusal ? (
        <RegistrationRefusal {...loaderData.refusal} next={loaderData.next} />
      ) : (
        <>
          <SignUpForm
            answer={isFormFailure(actionData) ? actionData : undefined}
            minAge={loaderData.minAge}
            warning={loaderData.warning}
          />
          <SocialSignInButtons
            social={loaderData.social}
            providers={loaderData.providers}
            verb={signUpMessages.socialVerb}
          />
          <p>
            {signUpMessages.already}{' '}
            <Link to={pagePaths.signIn(loaderData.next)} className="link">
              {signUpMessages.signIn}
            </Link>
          </p>
        </>
      )}
    </AccountPageLayout>
  )
}
