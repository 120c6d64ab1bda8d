import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction, randomChoice } from './seeded-random.ts'
import type { SeedSize } from './seed-size.ts'
import { commentTexts } from './vocabulary.ts'

const nth = sql`nth`

/**
 * A prime number that spreads popular items evenly from the oldest to the newest item: the item number is the
 * popularity rank times this prime, modulo the number of items.
 */
const mix = 2_147_483_647

/**
 * Plans likes and comments before the items are inserted, because items are inserted with their final counts.
 */
export async function generateLikesAndComments(
  tx: Tx,
  { content, people, likes, comments }: SeedSize,
): Promise<void> {
  const item = (what: string) =>
    sql`(pg_temp.place(${content}, ${nth}, ${what}) * ${sql.lit(mix)} % ${content})::int`
  const person = (what: string) => sql`floor(${people} * power(${randomFraction(nth, what)}, 1.5))::int`
  // Most likes and comments are made soon after publication.
  const made = (what: string) =>
    sql`made_at + (now() - made_at) * power(${randomFraction(sql`drawn.nth`, what)}, 3)`
  await sql`create temporary table planned_likes on commit drop as
    select item, person, min(at) as at from (
      select item, person, ${made('like')} as at
      from (select nth, ${item('liked')} as item, ${person('liker')} as person from generate_series(1::bigint, ${likes}) nth) drawn
        join seeded_items on seeded_items.nth = item where person <> owner
    ) each group by item, person`.execute(tx)
  await sql`create temporary table planned_comments on commit drop as
    select drawn.nth, item, person, ${made('comment')} as at, ${randomFraction(sql`drawn.nth`, 'removed')} >= 0.003 as is_approved
    from (select nth, ${item('said')} as item, ${person('speaker')} as person from generate_series(1::bigint, ${comments}) nth) drawn
      join seeded_items on seeded_items.nth = item`.execute(tx)
  for (const table of ['planned_likes', 'planned_comments'])
    await sql`analyze ${sql.table(table)}`.execute(tx)
}

/** Inserts likes and comments in chronological order, as they would arrive on a real site. */
export async function seedLikesAndComments(tx: Tx): Promise<void> {
  await sql`insert into likes (content_id, user_id, created_at)
    select item.id, person.id, at from planned_likes
      join seeded_items item on item.nth = item join seeded_people person on person.who = person
    order by at`.execute(tx)
  // Every tenth comment on an item starts a thread, and the next nine are replies to it.
  await sql`insert into comments (id, content_id, user_id, parent_id, body, moderation, created_at)
    select comment_id, item_id, user_id,
      case when place % 10 > 0 then first_value(comment_id) over (partition by item_id, place / 10 order by place) end,
      body, moderation, at
    from (
      select pg_temp.id(row_number() over (order by at, planned.nth), 'comment') as comment_id, item.id as item_id,
        person.id as user_id, row_number() over (partition by item.id order by at, planned.nth) - 1 as place,
        pg_temp.told(${randomChoice(commentTexts, sql`planned.nth`, 'remark')}, planned.nth, 'remark') as body,
        case when is_approved then 'approved' else 'removed' end as moderation, at, planned.nth
      from planned_comments planned join seeded_items item on item.nth = planned.item
        join seeded_people person on person.who = planned.person
    ) placed
    order by at, nth`.execute(tx)
}
