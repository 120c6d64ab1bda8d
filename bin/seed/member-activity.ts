import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction } from './seeded-random.ts'
import type { SeedSize } from './seed-size.ts'

const nth = sql`nth`

/**
 * Creates follows (mostly of popular creators), follow requests to private profiles (some of them pending),
 * blocks and mutes.
 */
export async function seedFollows(tx: Tx, { people, creators, follows }: SeedSize): Promise<void> {
  await sql`insert into follows (follower_id, followed_id, state, created_at, approved_at)
    select follower.id, followed.id, case when waits then 'pending' else 'approved' end, at, case when not waits then at end
    from (
      select distinct on (followed, follower) *, ${randomFraction(nth, 'answered')} < 0.3 as unanswered,
        now() - make_interval(secs => 86400 * 700 * power(${randomFraction(nth, 'followed at')}, 2)) as at
      from (select nth, pg_temp.place(${creators}, nth, 'followed')::int as followed,
        floor(${people} * power(${randomFraction(nth, 'follower')}, 1.5))::int as follower from generate_series(1::bigint, ${follows}) nth) drawn
      where followed <> follower order by followed, follower, nth
    ) pair join seeded_people followed on followed.who = followed join seeded_people follower on follower.who = follower
      cross join lateral (select followed.is_private and unanswered as waits) answer
    order by at`.execute(tx)
  for (const [table, from, to] of [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['mutes', 'muter_id', 'muted_id'],
  ] as const)
    await sql`insert into ${sql.table(table)} (${sql.ref(from)}, ${sql.ref(to)})
      select one.id, other.id from (
        select distinct floor(${people} * ${randomFraction(nth, `${table} one`)})::int as one, floor(${people} * ${randomFraction(nth, `${table} other`)})::int as other
        from generate_series(1::bigint, ${Math.ceil(people / 20)}) nth
      ) pair join seeded_people one on one.who = one join seeded_people other on other.who = other
      where one.who <> other.who`.execute(tx)
}

/**
 * Creates notifications from the last two weeks: one for each item with likes or comments. Half of the
 * notifications are marked as read.
 */
export async function seedNotifications(tx: Tx): Promise<void> {
  for (const [kind, table, subject] of [
    ['like', 'likes', 'voice.content_id'],
    ['comment', 'comments', 'voice.id'],
  ] as const) {
    const rung = sql`${sql.table(table)} voice join content item on item.id = voice.content_id
      and item.user_id <> voice.user_id and voice.created_at > now() - interval '14 days'`
    await sql`insert into notifications (user_id, kind, content_id, created_at, read_at)
      select item.user_id, ${kind}, item.id, max(voice.created_at),
        case when hashtextextended(item.id::text, 1) % 2 = 0 then max(voice.created_at) end
      from ${rung} group by item.id, item.user_id order by max(voice.created_at)`.execute(tx)
    await sql`insert into notification_causes (user_id, kind, subject_id, actor_id, notification_id, made_at)
      select item.user_id, ${kind}, ${sql.ref(subject)}, voice.user_id, bell.id, voice.created_at
      from ${rung} join notifications bell on bell.content_id = item.id and bell.kind = ${kind}
      order by voice.created_at`.execute(tx)
  }
}

/** Creates reports for 0.5% of the items. A tenth of the seeded moderation cases are still open. */
export async function seedReportsAndCases(tx: Tx): Promise<void> {
  await sql`create temporary table seeded_cases on commit drop as
    select item.nth, item.id as content_id, owner.id as user_id, uuidv7() as id, floor(4 * sqrt(${randomFraction(sql`item.nth`, 'priority')}))::int as priority,
      made_at + (now() - made_at) * ${randomFraction(sql`item.nth`, 'reported')} as at, ${randomFraction(sql`item.nth`, 'waits')} < 0.1 as waits
    from seeded_items item join seeded_people owner on owner.who = item.owner
    where ${randomFraction(sql`item.nth`, 'case')} < 0.005`.execute(tx)
  await sql`insert into cases (id, subject, content_id, user_id, priority, opened_at, closed_at)
    select id, 'content', content_id, user_id, priority, at, case when not waits then at + (now() - at) / 2 end
    from seeded_cases order by at`.execute(tx)
  await sql`insert into reports (receipt, case_id, subject, reason, priority, weight, reporter_id, signed_out, outcome, created_at, decided_at)
    select regexp_replace(upper(left(md5('receipt ' || one.nth || ' ' || voice), 16)), '(.{4})(.{4})(.{4})(.{4})', '\\1-\\2-\\3-\\4'),
      one.id, 'content', (array['threat', 'bullying', 'suggestive', 'spam'])[1 + priority], priority, 1, person.id, false,
      case when not waits then 'nothing' end, at, case when not waits then at + (now() - at) / 2 end
    from seeded_cases one cross join generate_series(0, 2) voice
      join seeded_people person on person.who = (one.nth + voice * 7 + 1) % (select count(*) from seeded_people)
    where voice <= 2 * ${randomFraction(sql`one.nth`, 'reports')} and person.id <> one.user_id`.execute(tx)
}
