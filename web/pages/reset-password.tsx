import { resetPassword } from '#contract/accounts.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused, textIn } from '#web/features/account/form-answer.ts'
import { LinkBroken, PasswordSet, ResetForm } from '#web/features/account/reset-form.tsx'
import { apiOf } from '#web/api/context.ts'
import { notify } from '#web/ui/notify.ts'
import type { Route } from './+types/reset-password.ts'
import { metaOf } from './meta.ts'

/** The mailed link carries the token; a link that failed on its way here says so with `error`. */
export function loader({ request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return { token: searchParams.has('error') ? '' : (searchParams.get('token') ?? '') }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  try {
    const body = { token: textIn(form, 'token'), password: textIn(form, 'password') }
    await apiOf(args)(resetPassword, { body })
    return { changed: true as const }
  } catch (thrown) {
    return refusedForm(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isRefused(answer)) sayRefused(answer)
  else notify.good('Password changed', 'Sign in with the new one.')
  return answer
}

export const meta: Route.MetaFunction = (args) => [
  ...metaOf(args, { title: 'New password', description: 'Set a new password.', noindex: true }),
  // The address holds the token: it must not travel in a Referer.
  { name: 'referrer', content: 'no-referrer' },
]

export default function ResetPassword({ loaderData: { token }, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  const changed = actionData !== undefined && !refused
  const broken = !changed && (!token || refused?.refused.code === 'reset_link_invalid')
  return (
    <AccountPage
      poster="Fresh start."
      text="Long beats clever: three words you like make a good password."
      hue="stories"
      title={changed ? 'Password changed' : broken ? 'This link is spent' : 'New password'}
    >
      {changed ? <PasswordSet /> : broken ? <LinkBroken /> : <ResetForm token={token} answer={refused} />}
    </AccountPage>
  )
}
