import { redirect } from 'react-router'
import { finishAccount, getSession } from '#contract/accounts.ts'
import { apiOf } from '#web/api/context.ts'
import { AccountPage } from '#web/features/account/account-page.tsx'
import {
  aboutYouIn,
  isRefused,
  refusedFields,
  refusedForm,
  sayRefused,
  textIn,
} from '#web/features/account/form-answer.ts'
import { SignupForm } from '#web/features/account/signup-form.tsx'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/welcome.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

/** For who came with Google or Apple: the last three questions before the door opens. */
export async function loader(args: Route.LoaderArgs) {
  const { unfinished, me } = await askOf(args)(getSession, {})
  if (!unfinished) throw redirect(me ? paths.dashboard : paths.login())
}

const kept = ['full_name', 'age', 'username', 'display_name_mode', 'terms', 'marketing']

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries(kept.map((name) => [name, textIn(form, name)]))
  const body = aboutYouIn(values)
  const refused = refusedFields(finishAccount.body!, body, values)
  if (refused) return refused
  try {
    await apiOf(args)(finishAccount, { body: body as never })
    return redirect(paths.dashboard)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  sayRefused(answer)
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, { title: 'Almost in', description: 'Three more questions, then you are in.', noindex: true })

export default function Welcome({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      poster="Almost in."
      text="Under 18, the world sees your username and nothing else."
      hue="talent"
      title="Three more questions"
    >
      <SignupForm provided answer={isRefused(actionData) ? actionData : undefined} />
    </AccountPage>
  )
}
