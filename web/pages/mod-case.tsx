import { redirect } from 'react-router'
import { act, claimCase, decideAppeal, getCase, listCases, unclaimCase } from '#contract/mod.ts'
import { FormError } from '#web/features/account/account-page.tsx'
import { isRefused, refusedForm, sayRefused } from '#web/features/account/form-answer.ts'
import { actIn, decisionIn } from '#web/features/mod/act-values.ts'
import { CaseView } from '#web/features/mod/case-view.tsx'
import { apiOf } from '#web/api/context.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/mod.ts'
import type { Route } from './+types/mod-case.ts'
import { meta as anywhereMeta } from './anywhere.tsx'
import { askOf } from './ask.ts'
import { HomeScreen } from './home/screen.tsx'
import { metaOf } from './meta.ts'
import { forStaff } from './mod/staff.ts'

export function loader(args: Route.LoaderArgs) {
  return forStaff(args as never, async () => {
    const ask = askOf(args)
    const found = await ask(getCase, { params: { id: args.params.id } })
    if (!found.closed_at) return { found, next: undefined }
    const { items } = await ask(listCases, { query: { only: 'free', limit: 1 } })
    return { found, next: items[0]?.id }
  })
}

/** What was done, for those who hear it: a closed case leads on to the queue. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  try {
    return await doIn(args, form)
  } catch (thrown) {
    return refusedForm(thrown, values)
  }
}

async function doIn(args: Route.ActionArgs, form: FormData) {
  const api = apiOf(args)
  const params = { id: args.params.id }
  switch (form.get('intent')) {
    case 'claim':
      await api(claimCase, { params })
      return { done: null, text: '' }
    case 'release':
      await api(unclaimCase, { params })
      return redirect(paths.mod())
    case 'decide': {
      const { appealId, ...body } = decisionIn(form)
      await api(decideAppeal, { params: { id: appealId }, body })
      return { done: words.decided[body.outcome], text: words.answered }
    }
    default: {
      const body = actIn(form)
      await api(act, { params, body })
      return { done: words.done(body.action), text: words.doneText(body.action) }
    }
  }
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  sayRefused(answer)
  if (answer && !isRefused(answer) && 'done' in answer && answer.done) notify.good(answer.done, answer.text)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return metaOf(args, { title: words.title, description: words.description, noindex: true })
}

export default function ModerationCase({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomeScreen {...loaderData.home} />
  const refused = isRefused(actionData) ? actionData : undefined
  const problem = refused && <FormError title={refused.refused.title}>{refused.refused.detail}</FormError>
  return (
    <CaseView {...loaderData.staff} problem={problem} values={refused?.values} errors={refused?.fields} />
  )
}
