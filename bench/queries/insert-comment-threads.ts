import { sql } from 'kysely'
import { db } from '#server/platform/db/db.ts'

/** Inserts threads by different people. Each thread is a comment with `replies` replies. */
export async function insertCommentThreads(
  contentId: string,
  { threads, replies }: { threads: number; replies: number },
): Promise<void> {
  const author = sql`(select array_agg(user_id) from (select user_id from profiles order by user_id limit 100) author)`
  await sql`with thread as (
      insert into comments (content_id, user_id, body, moderation, created_at)
      select ${contentId}, authors.ids[1 + nth % cardinality(authors.ids)], 'Comment ' || nth, 'approved', now() - make_interval(secs => nth)
      from generate_series(1, ${threads}) nth cross join (select ${author} as ids) authors returning id, created_at
    )
    insert into comments (content_id, user_id, parent_id, body, moderation, created_at)
    select ${contentId}, authors.ids[1 + nth % cardinality(authors.ids)], thread.id, 'Reply ' || nth, 'approved',
      thread.created_at + make_interval(secs => nth)
    from thread cross join generate_series(1, ${replies}) nth cross join (select ${author} as ids) authors`.execute(
    db,
  )
  await sql`update content set comments_count = (select count(*) from comments where content_id = content.id and moderation = 'approved')
    where id = ${contentId}`.execute(db)
}
