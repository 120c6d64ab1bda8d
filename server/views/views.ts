import { sql } from 'kysely'
import { viewing } from '#contract/limits.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { getOwnViews } from '#contract/views.ts'
import { visibleContent } from '../content/one.ts'
import { placeOf } from '../platform/http/address.ts'
import type { Member, Viewer } from '../platform/http/viewer.ts'
import { ownItems } from '../safety/items.ts'
import { keepsPace } from '../safety/pace.ts'
import { count, dayOf } from './days.ts'
import { onceIn } from './lately.ts'

/** Where somebody asks from who is not signed in. */
interface From {
  address: string
  agent: string
}

const lately = onceIn({ minutes: viewing.againAfterMinutes, most: viewing.remembered })

/** Somebody has watched. Whether it counts is told to nobody; when it does, it is kept before they are answered. */
export async function view(
  viewer: Viewer,
  contentId: string,
  from: From,
  now = new Date(),
): Promise<undefined> {
  const item = await visibleContent(viewer, contentId)
  if (viewer.kind === 'member' ? viewer.id === item.user_id : !mayCount(viewer, contentId, from)) return
  const who = viewer.kind === 'member' ? viewer.id : `${placeOf(from.address)} ${from.agent}`
  await lately(`${contentId} ${who}`, () => count({ contentId, day: dayOf(now) }), now.getTime())
}

/** Programs do not watch; and one place, even a school, does not watch one thing by the hundred at once. */
function mayCount(viewer: Viewer, contentId: string, { address }: From): boolean {
  if (viewer.kind === 'anonymous' && viewer.isCrawler) return false
  return keepsPace('viewsOfPlace', `${contentId} ${placeOf(address)}`)
}

/** How often one's own items were watched, over each span of days. */
export async function viewsOf(viewer: Member, now = new Date()): Promise<AnswerOf<typeof getOwnViews>> {
  const since = (days: number) => sql<boolean>`view_days.day > ${dayOf(now)}::date - ${sql.lit(days)}`
  const sum = (days: number) =>
    sql<number>`coalesce(sum(view_days.views) filter (where ${since(days)}), 0)::int8`.as(`over_${days}`)
  const row = await ownItems(viewer.id)
    .innerJoin('view_days', 'view_days.content_id', 'content.id')
    .select(viewing.spans.map(sum))
    .where(since(Math.max(...viewing.spans)))
    .executeTakeFirstOrThrow()
  return { spans: viewing.spans.map((days) => ({ days, views: row[`over_${days}`]! })) }
}
