import { Link, redirect } from 'react-router'
import { getSession, signIn, signInSocial, socialProviders } from '#contract/accounts.ts'
import { signInLink } from '#contract/limits.ts'
import { signInByPasskey } from '#contract/passkeys.ts'
import { askSignInLink } from '#contract/sign-in.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { isIn, isRefused, needsCode, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { type Arrival, byLink, LoginForm } from '#web/features/account/login-form.tsx'
import { MailSent } from '#web/features/account/mail-sent.tsx'
import { credentialIn } from '#web/features/account/passkeys/action.ts'
import { byPasskey } from '#web/features/account/passkeys/passkey-button.tsx'
import { signInReason } from '#web/features/account/sign-in-reason.ts'
import { asked, settled, saySignInRefused, sayWelcome } from '#web/features/account/say.ts'
import { SocialButtons } from '#web/features/account/social-buttons.tsx'
import { apiOf } from '#web/api/context.ts'
import { paths, safeNext } from '#web/paths.ts'
import { words } from '#web/words/login.ts'
import type { Route } from './+types/login.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const { me, site } = await askOf(args)(getSession, {})
  if (me) throw redirect(paths.dashboard)
  const { searchParams } = args.url
  const next = searchParams.get('next') ?? undefined
  return {
    social: site.social,
    mail: site.mail,
    next,
    arrival: arrivalOf(searchParams),
    reason: signInReason(searchParams),
  }
}

/** Some come from a letter, or back from Google or Apple: it went well, or it did not. */
function arrivalOf(query: URLSearchParams): Arrival | undefined {
  const confirming = query.has('confirmed')
  if (query.has('error')) return confirming ? 'not_confirmed' : 'not_by_provider'
  return confirming ? 'confirmed' : undefined
}

/** Four ways in: the password, a mailed link, a passkey, somebody else's account. */
export async function action(args: Route.ActionArgs) {
  const api = apiOf(args)
  const form = await args.request.formData()
  const values = { email: textIn(form, 'email'), remember: textIn(form, 'remember') }
  const { email } = values
  const next = args.url.searchParams.get('next')
  const provider = socialProviders.find((name) => name === form.get('provider'))
  try {
    if (provider)
      return redirect(
        (await api(signInSocial, { params: { provider }, query: { next: safeNext(next) } })).url,
      )
    if (form.get(byLink.name) === byLink.value) {
      await api(askSignInLink, { body: { email, ...(next && { next: safeNext(next) }) } })
      return { sent: email }
    }
    const remember = values.remember === 'on'
    if (form.get(byPasskey.name) === byPasskey.value) {
      await api(signInByPasskey, {
        body: { credential: credentialIn<typeof signInByPasskey>(form), remember },
      })
      return redirect(safeNext(next))
    }
    await api(signIn, { body: { email, password: textIn(form, 'password'), remember } })
  } catch (thrown) {
    if (needsCode(thrown)) return redirect(paths.signInCode(next ?? undefined))
    return refusedForm(thrown, values)
  }
  return redirect(safeNext(next))
}

/** The same action with a voice: the toasts of the specification. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const social = (await request.clone().formData()).has('provider')
  try {
    const answer = await asked(serverAction)
    saySignInRefused(answer)
    return settled(answer)
  } catch (thrown) {
    // A redirect is how signing in ends well.
    if (isIn(thrown) && !social) sayWelcome()
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  const title = sent ? words.sent.title : words.title
  const { reason } = loaderData
  return (
    <AccountPage
      poster={reason ? words.almost : words.poster}
      text={reason ?? words.text}
      hue="music"
      title={title}
    >
      {sent ? <Sent email={sent} {...loaderData} /> : <WaysIn {...{ loaderData, actionData }} />}
    </AccountPage>
  )
}

function WaysIn({ loaderData, actionData }: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  return (
    <>
      <LoginForm answer={isRefused(actionData) ? actionData : undefined} arrival={loaderData.arrival} />
      <SocialButtons social={loaderData.social} verb={words.socialVerb} />
      <p>
        {words.newHere}{' '}
        <Link to={paths.signup(loaderData.next)} className="link">
          {words.join}
        </Link>
      </p>
    </>
  )
}

function Sent({
  email,
  mail,
  next,
}: { email: string } & Pick<Route.ComponentProps['loaderData'], 'mail' | 'next'>) {
  return (
    <>
      <MailSent
        said={words.sent}
        after={words.sent.after(signInLink.lasts / 60_000)}
        email={email}
        mail={mail}
      />
      <p>
        <Link to={paths.login(next)} className="link">
          {words.sent.back}
        </Link>
      </p>
    </>
  )
}
