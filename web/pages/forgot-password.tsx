import { Link } from 'react-router'
import { forgotPassword, getSession } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { ForgotForm, LinkSent } from '#web/features/account/forgot-form.tsx'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/forgot-password.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const { site } = await askOf(args)(getSession, {})
  return { mail: site.mail }
}

export async function action(args: Route.ActionArgs) {
  const email = textIn(await args.request.formData(), 'email')
  try {
    await apiOf(args)(forgotPassword, { body: { email } })
    return { sent: email }
  } catch (thrown) {
    return refusedForm(thrown, { email })
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  sayRefused(answer)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, {
    title: 'Forgot password',
    description: 'Ask for a link to set a new password.',
    noindex: true,
  })

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  return (
    <AccountPage
      poster="It happens."
      text="A link by mail, a new password, and you are back."
      hue="shows"
      title={sent ? 'Check your mail' : 'Forgot password?'}
    >
      {sent ? (
        <LinkSent email={sent} mail={loaderData.mail} />
      ) : (
        <ForgotForm answer={isRefused(actionData) ? actionData : undefined} />
      )}
      <p>
        <Link to={paths.login()} className="link">
          Back to sign in
        </Link>
      </p>
    </AccountPage>
  )
}
