import { sql } from 'kysely'
import { commentsPageSize } from '#contract/engagement/comment-limits.ts'
import { db } from '#server/platform/db/db.ts'
import { insertSessions } from '#tests/support/fixtures/bulk-users.ts'
import { insertCommentThreads } from './insert-comment-threads.ts'
import { type TestApp, TestUser } from '#tests/support/app/test-app.ts'

/** The people who send requests to a seeded site, and the records that they query. */
export interface QueryFixtures {
  anonymous: TestUser
  /** A member who follows a few people. */
  member: TestUser
  /** The member who follows the most people. */
  fan: TestUser
  /** A member who follows the 40 creators with the most items. The smallest site has about 50 creators. */
  regular: TestUser
  /** A member who follows 200 people, among them the creators with the most items. */
  subscriber: TestUser
  /** The creator with the most items and the most followers. */
  star: TestUser
  starName: string
  /** A member with a private profile and pending follow requests. */
  shy: TestUser
  moderator: TestUser
  admin: TestUser
  /** The member with the most playlists. The longest playlist of this member is full. */
  curator: TestUser
  fullPlaylist: string
  /** The member with the longest watch history. */
  watcher: TestUser
  /** A creator, and one of their videos with analytics for many days. */
  analyst: TestUser
  analyzedItem: string
  /**
   * Three items: one with at least a full page of comments (`popularItem`), one with some comments
   * (`ordinaryItem`) and one without comments (`itemWithoutComments`).
   */
  popularItem: string
  ordinaryItem: string
  itemWithoutComments: string
  /** The comment with the most replies. */
  longestThread: string
  playbackId: string
  receipt: string
  /**
   * A word that occurs in a handful of titles (`rareWord`), and the same word with two letters swapped
   * (`misspelledRareWord`).
   */
  rareWord: string
  misspelledRareWord: string
}

export async function findQueryFixtures(testApp: TestApp): Promise<QueryFixtures> {
  const open = sql`content join profiles using (user_id) where visibility = 'public' and moderation = 'approved' and rating = 'all'
    and stream_status = 'ready' and not is_private`
  const byComments = (count: ReturnType<typeof sql>) =>
    one(
      sql`select content.id as one from ${open} and comments_count ${count} order by comments_count desc, content.id limit 1`,
    )
  const star = await one(
    sql`select user_id as one from content group by user_id order by count(*) desc limit 1`,
  )
  const others = sql`profiles join private_details using (user_id) where not is_private
    and not exists (select from content where content.user_id = profiles.user_id)`
  const fan = await one(
    sql`select follower_id as one from follows join (select user_id from ${others}) viewer on user_id = follower_id
      group by follower_id order by count(*) desc, follower_id limit 1`,
  )
  const member = await one(
    sql`select follower_id as one from follows join (select user_id from ${others} and age = 16) viewer on user_id = follower_id
      group by follower_id having count(*) between 2 and 5 order by follower_id limit 1`,
  )
  const [subscriber, regular] = await all(
    sql`select user_id as one from ${others} and age = 17 and user_id <> ${member} and user_id <> ${fan} order by user_id limit 2`,
  )
  await followMostActive(subscriber!, 200)
  await followMostActive(regular!, 40)
  const shy = await one(
    sql`select followed_id as one from follows where state = 'pending' group by followed_id order by count(*) desc limit 1`,
  )
  const [moderator, admin] = (await all(
    sql`select user_id as one from ${others} and age = 19 and user_id <> ${fan} order by user_id limit 2`,
  )) as [string, string]
  await sql`update users set email_verified = true, role = case when id = ${admin} then 'admin' else 'moderator' end
    where id in (${moderator}, ${admin})`.execute(db)
  await sql`insert into second_factors (user_id, secret, confirmed_at) values (${moderator}, '', now()), (${admin}, '', now())`.execute(
    db,
  )
  const fullPlaylist = await one(
    sql`select playlist_id as one from playlist_items group by playlist_id order by count(*) desc, playlist_id limit 1`,
  )
  const analyzedItem = await one(
    sql`select content_id as one from daily_video_analytics group by content_id order by count(*) desc, content_id limit 1`,
  )
  const curator = await one(sql`select user_id as one from playlists where id = ${fullPlaylist}`)
  const analyst = await one(sql`select user_id as one from content where id = ${analyzedItem}`)
  const watcher = await one(
    sql`select user_id as one from watch_history group by user_id order by count(*) desc, user_id limit 1`,
  )
  const rare = (
    await one(sql`select title as one from content where title like 'Letters from %' order by id limit 1`)
  )
    .split(' ')
    .at(-1)!
    .toLowerCase()
  const people = Object.fromEntries(
    Object.entries({
      member,
      fan,
      regular: regular!,
      subscriber: subscriber!,
      star,
      shy,
      moderator,
      admin,
      curator,
      watcher,
      analyst,
    }).map(([name, id]) => [name, Object.assign(new TestUser(testApp.app), { id, name })]),
  ) as Pick<
    QueryFixtures,
    | 'member'
    | 'fan'
    | 'regular'
    | 'subscriber'
    | 'star'
    | 'shy'
    | 'moderator'
    | 'admin'
    | 'curator'
    | 'watcher'
    | 'analyst'
  >
  await insertSessions(Object.values(people))
  const popularItem = await byComments(sql`> 0`)
  await fillFirstCommentPage(popularItem)
  return {
    ...people,
    anonymous: testApp.anonymousUser(),
    starName: await one(sql`select username as one from profiles where user_id = ${star}`),
    popularItem,
    ordinaryItem: await byComments(sql`<= 3`),
    itemWithoutComments: await byComments(sql`= 0`),
    longestThread: await one(
      sql`select parent_id as one from comments where parent_id is not null
        and content_id in (select content.id from ${open}) group by parent_id order by count(*) desc, parent_id limit 1`,
    ),
    fullPlaylist,
    analyzedItem,
    playbackId: await one(sql`select playback_id as one from ${open} order by content.id limit 1`),
    receipt: await one(sql`select receipt as one from reports order by receipt limit 1`),
    rareWord: rare,
    misspelledRareWord: rare.slice(0, 3) + rare[4] + rare[3] + rare.slice(5),
  }
}

async function all(question: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await question.execute(db)
  return (rows as { one: string }[]).map((row) => row.one)
}

async function one(question: ReturnType<typeof sql>): Promise<string> {
  return (await all(question))[0]!
}

/**
 * Adds threads with 9 replies, the average of a large site, until the item has a full page of comments. The
 * page of comments then has the same length on every site, so only the size of the site can make the query
 * slower.
 */
async function fillFirstCommentPage(contentId: string): Promise<void> {
  const threads = await one(
    sql`select count(*) as one from comments where content_id = ${contentId} and parent_id is null`,
  )
  const missing = commentsPageSize + 5 - Number(threads)
  if (missing > 0) await insertCommentThreads(contentId, { threads: missing, replies: 9 })
}

/**
 * Makes a member follow the creators with the most items. On a small site, the member also follows people
 * without items.
 */
async function followMostActive(followerId: string, count: number): Promise<void> {
  await sql`insert into follows (follower_id, followed_id, state, approved_at)
    select ${followerId}, profiles.user_id, 'approved', now() from profiles
    left join (select user_id, count(*) as items from content group by user_id) creator using (user_id)
    where profiles.user_id <> ${followerId} order by items desc nulls last, profiles.user_id limit ${count}
    on conflict do nothing`.execute(db)
}
