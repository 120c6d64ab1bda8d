import { redirect } from 'react-router'
import { getSignInLink, signInByLink } from '#contract/sign-in.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { isIn, isRefused, needsCode, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { LinkForm, LinkSpent, PasswordGone } from '#web/features/account/link-form.tsx'
import { asked, settled, saySignInRefused, sayWelcome } from '#web/features/account/say.ts'
import { isBrokenLink } from '#web/features/account/broken-link.ts'
import { apiOf } from '#web/api/context.ts'
import { paths, safeNext } from '#web/paths.ts'
import { words } from '#web/words/sign-in-link.ts'
import type { Route } from './+types/sign-in-link.ts'
import { metaOf } from './meta.ts'

/** Where the mailed link leads. Looking at it spends nothing; the press of the button does. */
export async function loader(args: Route.LoaderArgs) {
  const { searchParams } = args.url
  const token = searchParams.get('token') ?? ''
  const next = searchParams.get('next') ?? undefined
  const whom = await apiOf(args)(getSignInLink, { query: { token } }).catch((thrown: unknown) => {
    if (isBrokenLink(thrown, 'sign_in_link_invalid')) return null
    throw thrown
  })
  return { token, next, whom }
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const to = safeNext(args.url.searchParams.get('next'))
  try {
    const body = { token: textIn(form, 'token'), remember: form.get('remember') === 'on' }
    const { password_removed } = await apiOf(args)(signInByLink, { body })
    return password_removed ? { to } : redirect(to)
  } catch (thrown) {
    if (needsCode(thrown)) return redirect(paths.signInCode(args.url.searchParams.get('next') ?? undefined))
    return refusedForm(thrown, {})
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await asked(serverAction)
    if (isRefused(answer)) saySignInRefused(answer)
    else sayWelcome()
    return settled(answer)
  } catch (thrown) {
    // A redirect is how signing in ends well.
    if (isIn(thrown)) sayWelcome()
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) => [
  ...metaOf(args, { title: words.title, description: words.description, noindex: true }),
  // The address holds the token, which must not travel to others. (With no-referrer a form without script would lose its Origin.)
  { name: 'referrer', content: 'same-origin' },
]

export default function SignInLink({ loaderData: { token, next, whom }, actionData }: Route.ComponentProps) {
  const refused = isRefused(actionData) ? actionData : undefined
  const inside = actionData && 'to' in actionData ? actionData : undefined
  const spent = !inside && (!whom || refused?.refused.code === 'sign_in_link_invalid')
  const title = inside ? words.inside : spent ? words.spent : words.heading
  return (
    <AccountPage poster={words.poster} text={words.text} hue="stories" title={title}>
      {inside ? (
        <PasswordGone to={inside.to} />
      ) : whom && !spent ? (
        <LinkForm token={token} {...whom} answer={refused} />
      ) : (
        <LinkSpent next={next} />
      )}
    </AccountPage>
  )
}
