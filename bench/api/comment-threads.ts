import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'
import type { BenchMetric } from '../bench-metrics.ts'
import { insertCommentThreads } from '../queries/insert-comment-threads.ts'
import { findQueryFixtures } from '../queries/query-fixtures.ts'
import { quantile } from '#tests/support/measurements/statistics.ts'
import type { BenchSite } from './bench-site.ts'

const requests = 200

/**
 * Compares response times for a video with 100,000 comments in 10,000 threads and a video with 10 comments
 * and no replies. The requests alternate, so that other load on the machine affects both videos equally.
 */
export async function benchCommentThreads({ testApp, server }: BenchSite): Promise<BenchMetric[]> {
  const { member, popularItem: many, itemWithoutComments: few } = await findQueryFixtures(testApp)
  await withBackgroundTimeouts(async () => {
    await sql`delete from comments where content_id = ${many}`.execute(db)
    await insertCommentThreads(many, { threads: 10_000, replies: 9 })
    await insertCommentThreads(few, { threads: 10, replies: 0 })
    await likeSomeThreads(many)
    for (const table of ['comments', 'comment_ranks', 'comment_like_counts'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  })
  const longest = await firstThread(many)
  const headers = { cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const fetchTime = async (path: string) => {
    const started = performance.now()
    const response = await fetch(new URL(path, server.url), { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} responded with ${response.status}`)
    return performance.now() - started
  }
  const metrics: BenchMetric[] = []
  for (const [name, path] of [
    ['comments', (id: string) => `/api/content/${id}/comments`],
    ['top comments', (id: string) => `/api/content/${id}/comments?sort=top`],
    ['watch page', (id: string) => `/watch/${id}`],
  ] as const) {
    const times: [number[], number[]] = [[], []]
    for (let nth = -20; nth < requests; nth += 1)
      for (const [at, id] of [few, many].entries()) {
        const time = await fetchTime(path(id))
        if (nth >= 0) times[at]!.push(time)
      }
    const [small, large] = times.map((list) => quantile(list, 0.5)) as [number, number]
    metrics.push(
      { name: `threads: ${name} of a video with 10 comments, p50`, value: small, unit: 'ms' },
      { name: `threads: ${name} of a video with 100,000 comments, p50`, value: large, unit: 'ms' },
      { name: `threads: ${name}, ratio`, value: large / small, unit: '×', max: 1.5 },
    )
  }
  const replies: number[] = []
  for (let nth = 0; nth < requests; nth += 1)
    replies.push(await fetchTime(`/api/comments/${longest}/replies`))
  return [...metrics, { name: 'threads: replies, p50', value: quantile(replies, 0.5), unit: 'ms' }]
}

/** Adds between one and five likes to every tenth comment. */
async function likeSomeThreads(contentId: string): Promise<void> {
  await sql`with thread as (select id, row_number() over (order by id) as nth from comments
      where content_id = ${contentId} and parent_id is null),
    fan as (select user_id, row_number() over (order by user_id) as nth from profiles order by user_id limit 5)
    insert into comment_likes (comment_id, user_id)
    select thread.id, fan.user_id from thread join fan on fan.nth <= 1 + thread.nth / 10 % 5
    where thread.nth % 10 = 0`.execute(db)
}

async function firstThread(contentId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from comments
    where content_id = ${contentId} and parent_id is null order by created_at desc, id desc limit 1`.execute(
    db,
  )
  return rows[0]!.id
}
