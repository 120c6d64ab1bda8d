import { useEffect, useEffectEvent } from 'react'
import { getPasswordReset, resetPassword } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { LinkBroken, PasswordSet, ResetForm } from '#web/features/account/reset-form.tsx'
import { asked, settled } from '#web/features/account/say.ts'
import { announceAuth } from '#web/features/auth-events.ts'
import { useAuth } from '#web/features/auth.tsx'
import { isBrokenLink } from '#web/features/account/broken-link.ts'
import { apiOf } from '#web/api/context.ts'
import { notify } from '#web/ui/notify.ts'
import { words as all } from '#web/words/password.ts'
import type { Route } from './+types/reset-password.ts'
import { metaOf } from './meta.ts'

const words = all.reset

/** The mailed link carries the token; a link that failed on its way here says so with `error`. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.has('error') ? '' : (searchParams.get('token') ?? '')
  const account = await apiOf(args)(getPasswordReset, { query: { token } }).catch((thrown: unknown) => {
    if (isBrokenLink(thrown, 'reset_link_invalid')) return null
    throw thrown
  })
  return { token, account }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  try {
    const body = {
      token: textIn(form, 'token'),
      password: textIn(form, 'password'),
      keep_passkeys: form.has('keep_passkeys'),
    }
    await apiOf(args)(resetPassword, { body })
    return { changed: true as const }
  } catch (thrown) {
    return refusedForm(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await asked(serverAction)
  if (isRefused(answer)) sayRefused(answer)
  else notify.good(words.changed, words.changedToast)
  return settled(answer)
}

export const meta: Route.MetaFunction = (args) => [
  ...metaOf(args, { title: words.title, description: words.description, noindex: true }),
  // The address holds the token, which must not travel to others. (With no-referrer a form without script would lose its Origin.)
  { name: 'referrer', content: 'same-origin' },
]

export default function ResetPassword({ loaderData: { token, account }, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  useRecovery(account !== null)
  const changed = actionData !== undefined && !refused
  const broken = !changed && (!account || refused?.refused.code === 'reset_link_invalid')
  return (
    <AccountPage
      poster={words.poster}
      text={words.text}
      hue="stories"
      title={changed ? words.changed : broken ? words.spent : words.title}
    >
      {changed ? (
        <PasswordSet />
      ) : broken || !account ? (
        <LinkBroken />
      ) : (
        <ResetForm token={token} {...account} answer={refused} />
      )}
    </AccountPage>
  )
}

/** Whoever follows the events of signing in hears that somebody came to set a new password. */
function useRecovery(came: boolean) {
  const { me } = useAuth()
  const tell = useEffectEvent(() => announceAuth('password_recovery', me))
  useEffect(() => {
    if (came) tell()
  }, [came])
}
