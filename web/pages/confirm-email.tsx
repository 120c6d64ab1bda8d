import { redirect } from 'react-router'
import { confirmEmail, getEmailConfirmation } from '#contract/sign-in.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { ConfirmForm, ConfirmSpent } from '#web/features/account/confirm-form.tsx'
import { isRefused, needsCode, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { asked, settled } from '#web/features/account/say.ts'
import { isBrokenLink } from '#web/features/account/broken-link.ts'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { words } from '#web/words/confirm-email.ts'
import type { Route } from './+types/confirm-email.ts'
import { metaOf } from './meta.ts'

const spentCode = 'confirmation_link_invalid'

/** Where the mailed link leads. Opening it changes nothing, because mail scanners open links too; the button confirms. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.get('token') ?? ''
  const account = await apiOf(args)(getEmailConfirmation, { query: { token } }).catch((thrown: unknown) => {
    if (isBrokenLink(thrown, spentCode)) return null
    throw thrown
  })
  return { token, account, isNew: searchParams.has('new') }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const [password, new_password] = [textIn(form, 'password'), textIn(form, 'new_password')]
  try {
    await apiOf(args)(confirmEmail, {
      body: {
        token: textIn(form, 'token'),
        ...(form.has('new_password') ? { new_password } : password && { password }),
      },
    })
  } catch (thrown) {
    if (needsCode(thrown)) return redirect(paths.signInCode(paths.confirmed))
    return refusedForm(thrown, {})
  }
  return redirect(paths.confirmed)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await asked(serverAction)
  sayRefused(answer)
  return settled(answer)
}

export const meta: Route.MetaFunction = (args) => [
  ...metaOf(args, { title: words.title, description: words.description, noindex: true }),
  // The address holds the token, which must not travel to others. (With no-referrer a form without script would lose its Origin.)
  { name: 'referrer', content: 'same-origin' },
]

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, account, isNew } = loaderData
  const refused = isRefused(actionData) ? actionData : undefined
  const spent = !account || refused?.refused.code === spentCode
  return (
    <AccountPage
      poster={words.poster}
      text={words.text}
      hue="music"
      title={spent ? words.spent : words.heading}
    >
      {spent ? <ConfirmSpent /> : <ConfirmForm {...account} token={token} isNew={isNew} answer={refused} />}
    </AccountPage>
  )
}
