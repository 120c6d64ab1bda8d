import { Link, redirect } from 'react-router'
import { getSession, signIn, signInSocial, socialProviders } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { LoginForm } from '#web/features/account/login-form.tsx'
import { SocialButtons } from '#web/features/account/social-buttons.tsx'
import { apiOf } from '#web/api/context.ts'
import { paths, safeNext } from '#web/paths.ts'
import { notify } from '#web/ui/notify.ts'
import type { Route } from './+types/login.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me, site } = await askOf(args)(getSession, {})
  if (me) throw redirect(paths.dashboard)
  const { searchParams } = args.url
  const confirmed = searchParams.has('confirmed') && !searchParams.has('error')
  return { social: site.social, next: searchParams.get('next') ?? undefined, confirmed }
}

export async function action(args: Route.ActionArgs) {
  const api = apiOf(args)
  const form = await args.request.formData()
  const values = { email: textIn(form, 'email'), remember: textIn(form, 'remember') }
  const provider = socialProviders.find((name) => name === form.get('provider'))
  try {
    if (provider) return redirect((await api(signInSocial, { params: { provider } })).url)
    const remember = values.remember === 'on'
    await api(signIn, { body: { email: values.email, password: textIn(form, 'password'), remember } })
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
  return redirect(safeNext(args.url.searchParams.get('next')))
}

/** The same action with a voice: the toasts of the specification. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const social = (await request.clone().formData()).has('provider')
  try {
    const answer = await serverAction()
    sayRefused(answer, 'Sign In Failed')
    return answer
  } catch (thrown) {
    // A redirect is how signing in ends well.
    if (thrown instanceof Response && !social) notify.good('Welcome Back!', 'Successfully signed in.')
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: 'Sign In', description: 'Sign in to upload, like and comment.', noindex: true })

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      poster="Back already?"
      text="Your uploads, likes and comments kept your seat warm."
      hue="music"
      title="Sign In"
    >
      <LoginForm answer={isRefused(actionData) ? actionData : undefined} confirmed={loaderData.confirmed} />
      <SocialButtons social={loaderData.social} verb="Sign in" />
      <p>
        New here?{' '}
        <Link to={paths.signup(loaderData.next)} className="link">
          Join Free
        </Link>
      </p>
    </AccountPage>
  )
}
