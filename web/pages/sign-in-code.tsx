import { redirect } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { getHalfway, signInByCode } from '#contract/second-factor.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import { CodeForm } from '#web/features/account/code-form.tsx'
import { isRefused, refusedForm, textIn } from '#web/features/account/form-answer.ts'
import { asked, settled, saySignInRefused, sayWelcome } from '#web/features/account/say.ts'
import { verifiedCode } from '#web/features/auth-events.ts'
import { apiOf } from '#web/api/context.ts'
import { safeNext } from '#web/paths.ts'
import { words as all } from '#web/words/second-step.ts'
import type { Route } from './+types/sign-in-code.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

const words = all.enter

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { searchParams } = args.url
  const next = searchParams.get('next') ?? undefined
  const { me } = await ask(getSession, {})
  if (me) throw redirect(safeNext(next))
  return { next, recovery: searchParams.get('way') === 'recovery', ...(await ask(getHalfway, {})) }
}

export async function action(args: Route.ActionArgs) {
  const code = textIn(await args.request.formData(), 'code')
  try {
    await apiOf(args)(signInByCode, { body: { code } })
  } catch (thrown) {
    return refusedForm(thrown, {})
  }
  return redirect(safeNext(args.url.searchParams.get('next')))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    const answer = await asked(serverAction)
    saySignInRefused(answer)
    return settled(answer)
  } catch (thrown) {
    // A redirect is how signing in ends well.
    if (thrown instanceof Response) {
      verifiedCode()
      sayWelcome()
    }
    throw thrown
  }
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  const { next, recovery, waiting } = loaderData
  const expired = { code: 'code_expired', ...all.expired }
  const answer = isRefused(actionData) ? actionData : undefined
  return (
    <AccountPage poster={words.poster} text={words.text} hue="music" title={words.title}>
      <CodeForm
        next={next}
        recovery={recovery}
        answer={answer ?? (waiting ? undefined : { refused: expired, fields: {}, values: {} })}
      />
    </AccountPage>
  )
}
