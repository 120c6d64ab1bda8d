import { redirect } from 'react-router'
import { claimCase, listCases } from '#contract/mod.ts'
import { Queue } from '#web/features/mod/queue.tsx'
import { paths } from '#web/paths.ts'
import { refusedForm, sayRefused } from '#web/features/account/form-answer.ts'
import { words } from '#web/words/mod.ts'
import type { Route } from './+types/mod.ts'
import { meta as anywhereMeta } from './anywhere.tsx'
import { askOf } from './ask.ts'
import Home from './home.tsx'
import { metaOf } from './meta.ts'
import { forStaff } from './mod/staff.ts'
import { apiOf } from '#web/api/context.ts'

const filters = ['free', 'mine', 'appeals'] as const

export function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams.get('only')
  const only = filters.find((filter) => filter === asked)
  return forStaff(args as never, async () => ({
    ...(await askOf(args)(listCases, { query: only ? { only } : {} })),
    only,
  }))
}

/** Claims a case and opens it. */
export async function action(args: Route.ActionArgs) {
  const id = String((await args.request.formData()).get('id'))
  try {
    await apiOf(args)(claimCase, { params: { id } })
  } catch (thrown) {
    return refusedForm(thrown, {})
  }
  throw redirect(paths.modCase(id))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  sayRefused(answer)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return metaOf(args, { title: words.title, description: words.description, noindex: true })
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  if (!loaderData.staff) return <Home loaderData={loaderData.home} />
  return <Queue {...loaderData.staff} />
}
