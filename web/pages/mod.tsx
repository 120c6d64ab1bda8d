import { redirect } from 'react-router'
import { claimCase, listCases, QueueCursor } from '#contract/mod.ts'
import { Cursor } from '#contract/ids.ts'
import { dismissFlood, FloodCursor, FloodKey, listFloodClaims, listFloods } from '#contract/mod-floods.ts'
import { giveUpNotice, listLostNotices, placeNotice } from '#contract/mod-notices.ts'
import { FormError } from '#web/features/account/account-page.tsx'
import { FloodClaims } from '#web/features/mod/flood-claims.tsx'
import { LostNotices } from '#web/features/mod/lost-notices.tsx'
import { Queue } from '#web/features/mod/queue.tsx'
import { paths } from '#web/paths.ts'
import { isRefused, refusedForm, sayRefused } from '#web/features/account/form-answer.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/mod.ts'
import type { Route } from './+types/mod.ts'
import { meta as anywhereMeta } from './anywhere.tsx'
import { askOf } from './ask.ts'
import { HomeScreen } from './home/screen.tsx'
import { metaOf } from './meta.ts'
import { forStaff } from './mod/staff.ts'
import { apiOf } from '#web/api/context.ts'

const filters = ['free', 'mine', 'appeals'] as const

export function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams.get('only')
  const only = filters.find((filter) => filter === asked)
  // An address that is none leads to the first page.
  const flood = FloodKey.safeParse(args.url.searchParams.get('flood')).data
  const cursor = QueueCursor.safeParse(args.url.searchParams.get('cursor')).data
  const floodsFrom = FloodCursor.safeParse(args.url.searchParams.get('floods')).data
  const claimsFrom = Cursor.safeParse(args.url.searchParams.get('claims')).data
  return forStaff(args as never, async () => {
    const ask = askOf(args)
    const [cases, notices, floods, claims] = await Promise.all([
      ask(listCases, { query: { only, flood, cursor } }),
      ask(listLostNotices, {}),
      floodsFrom && ask(listFloods, { query: { cursor: floodsFrom } }),
      flood && ask(listFloodClaims, { params: { key: flood }, query: { cursor: claimsFrom } }),
    ])
    return {
      ...cases,
      ...(floods && { floods: floods.items, floods_cursor: floods.next_cursor }),
      isLaterFloods: floodsFrom !== undefined,
      claims: claims || null,
      isLaterClaims: claimsFrom !== undefined,
      only,
      flood,
      isLater: cursor !== undefined,
      notices: notices.items,
    }
  })
}

/** Claims a case and opens it, or says what a notice means. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData()
  const [id, address] = [String(form.get('id')), String(form.get('address') ?? '')]
  try {
    if (form.get('intent') === 'dismiss-flood')
      return await dismiss(args, id, form.getAll('claim').map(String))
    return await doIn(args, String(form.get('intent') ?? 'claim'), id, address)
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown
    return refusedForm(thrown, { id, address })
  }
}

async function dismiss(args: Route.ActionArgs, key: string, claims: string[]) {
  const { cases } = await apiOf(args)(dismissFlood, { params: { key }, body: { claims } })
  return { dismissing: cases }
}

async function doIn(args: Route.ActionArgs, intent: string, id: string, address: string) {
  const api = apiOf(args)
  const params = { id }
  if (intent === 'not-found') {
    await api(giveUpNotice, { params })
    return null
  }
  if (intent === 'place') {
    const { case_id } = await api(placeNotice, { params, body: { address } })
    return redirect(paths.modCase(case_id))
  }
  await api(claimCase, { params })
  return redirect(paths.modCase(id))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  sayRefused(answer)
  if (answer && 'dismissing' in answer)
    notify.good(words.floods.dismissing(answer.dismissing), words.floods.dismissingText)
  return answer
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData?.staff) return anywhereMeta(args as never)
  return metaOf(args, { title: words.title, description: words.description, noindex: true })
}

export default function Moderation({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.staff) return <HomeScreen {...loaderData.home} />
  const refused = isRefused(actionData) ? actionData : undefined
  const { notices, claims, isLaterClaims, ...queue } = loaderData.staff
  return (
    <Queue {...queue}>
      {refused && <FormError title={refused.refused.title}>{refused.refused.detail}</FormError>}
      <LostNotices items={notices} refused={refused} />
      {queue.flood && claims && (
        <FloodClaims
          key={claims.items[0]?.id}
          flood={queue.flood}
          claims={claims.items}
          next={claims.next_cursor}
          isLater={isLaterClaims}
        />
      )}
    </Queue>
  )
}
