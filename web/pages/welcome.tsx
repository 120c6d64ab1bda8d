import { redirect } from 'react-router'
import { finishAccount, getSession } from '#contract/accounts.ts'
import { getSafety } from '#contract/safety.ts'
import { apiOf } from '#web/api/context.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import {
  aboutYouIn,
  isRefused,
  refusedFields,
  refusedForm,
  textIn,
} from '#web/features/account/form-answer.ts'
import { asked, saySignUpRefused, settled } from '#web/features/account/say.ts'
import { refusedAge } from '#web/features/account/refused-age.ts'
import { SignupForm } from '#web/features/account/signup-form.tsx'
import { tellingRules } from '#web/features/account/use-telling.ts'
import { paths } from '#web/paths.ts'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/welcome.ts'
import type { Route } from './+types/welcome.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

/** For who came with Google or Apple: the last three questions before the door opens. */
export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const [{ unfinished, me, site }, safety] = await Promise.all([ask(getSession, {}), ask(getSafety, {})])
  if (!unfinished) throw redirect(me ? paths.dashboard : paths.login())
  return { minAge: site.min_age, telling: tellingRules(safety) }
}

const kept = ['full_name', 'age', 'username', 'display_name_mode', 'terms', 'marketing']

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries(kept.map((name) => [name, textIn(form, name)]))
  const body = aboutYouIn(values, form)
  const refused = refusedFields(finishAccount.body!, body, values, await refusedAge(args, body.age))
  if (refused) return refused
  try {
    await apiOf(args)(finishAccount, { body: body as never })
    return redirect(paths.dashboard)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await asked(serverAction)
  saySignUpRefused(answer, common.profileSaveFailed)
  return settled(answer)
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: words.title, description: words.description, noindex: true })

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage poster={words.poster} text={words.text} hue="talent" title={words.heading}>
      <SignupForm provided {...loaderData} answer={isRefused(actionData) ? actionData : undefined} />
    </AccountPage>
  )
}
