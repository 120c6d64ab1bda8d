import { Link } from 'react-router'
import { forgotPassword, getSession } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { ForgotForm } from '#web/features/account/forgot-form.tsx'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { MailSent } from '#web/features/account/mail-sent.tsx'
import { asked, settled } from '#web/features/account/say.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { words as all } from '#web/words/password.ts'
import type { Route } from './+types/forgot-password.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

const words = all.forgot

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
  const answer = await asked(serverAction)
  sayRefused(answer)
  return settled(answer)
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, {
    title: words.title,
    description: words.description,
    noindex: true,
  })

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && 'sent' in actionData ? actionData.sent : undefined
  return (
    <AccountPage
      poster={words.poster}
      text={words.text}
      hue="shows"
      title={sent ? words.sent : words.heading}
    >
      {sent ? (
        <MailSent said={words} after={words.after} email={sent} mail={loaderData.mail} />
      ) : (
        <ForgotForm answer={isRefused(actionData) ? actionData : undefined} />
      )}
      <p>
        <Link to={paths.login()} className="link">
          {words.back}
        </Link>
      </p>
    </AccountPage>
  )
}
