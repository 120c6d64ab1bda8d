import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { randomFraction, randomChoice } from './seeded-random.ts'
import { contentTypeDistributions } from './content-type-distributions.ts'
import type { SeedSize } from './seed-size.ts'
import { buildSqlTextArray } from './text-templates.ts'
import { descriptionSentences } from './vocabulary.ts'

const nth = sql`nth`

/** The languages that some creators have set for their videos. The texts are in English nevertheless. */
const languages = ['en', 'en', 'es', 'es-419', 'fr', 'ar', 'de', 'pt-BR', 'tr', 'pl']

/**
 * Chooses the creator and the creation date of every item and stores them in `seeded_items`. Items are
 * numbered from 0 (oldest). Recent items are more common than old items.
 */
export async function planContentItems(tx: Tx, { content, creators, days }: SeedSize): Promise<void> {
  const types = sql.join(
    contentTypeDistributions.map(
      ({ type, share }) => sql`array_fill(${sql.lit(type)}::text, array[${sql.lit(share)}])`,
    ),
    sql` || `,
  )
  await sql`create temporary table seeded_items on commit drop as
    select nth::int, pg_temp.id(nth, 'item') as id, floor(${creators} * power(${randomFraction(nth, 'creator')}, 2))::int as owner,
      (${types})[1 + floor(100 * ${randomFraction(nth, 'type')})::int] as type,
      now() - make_interval(secs => 60 + 86400 * ${sql.lit(days)} * power((${content} - nth - 0.5) / ${content}, 1.6)) as made_at
    from generate_series(0::bigint, ${content - 1}) nth`.execute(tx)
  await sql`create index on seeded_items (nth)`.execute(tx)
  await sql`analyze seeded_items`.execute(tx)
}

/** Inserts the items with the counts of their planned likes and comments. */
export async function seedContentItems(tx: Tx): Promise<void> {
  const rules = sql.join(
    contentTypeDistributions.map(
      ({ type, genres, titles, lasts }) =>
        sql`(${sql.lit(type)}, ${buildSqlTextArray(genres)}, ${buildSqlTextArray(titles)}, ${sql.lit(lasts[0])}, ${sql.lit(lasts[1])})`,
    ),
  )
  await sql`
    with kinds (type, genres, titles, shortest, longest) as (values ${rules}),
    liked as (select item, count(*)::int as likes from planned_likes group by item),
    said as (select item, count(*) filter (where is_approved)::int as comments from planned_comments group by item)
    insert into content (id, user_id, content_type, title, genre, language, tags, description, visibility, moderation, rating, stream_status,
      playback_id, stream_url, stream_id, duration_seconds, width, height, loudness_lufs, likes_count, comments_count, created_at, updated_at)
    select item.id, person.id, item.type,
      pg_temp.told(pg_temp.one_of(titles, nth, 'title'), nth, 'title'),
      case when ${randomFraction(nth, 'no genre')} < 0.03 then '' else pg_temp.one_of(genres, nth, 'genre') end,
      case when ${randomFraction(nth, 'has language')} < 0.4 then ${randomChoice(languages, nth, 'language')} end,
      case when ${randomFraction(nth, 'tags')} < 0.3 then '{}' when ${randomFraction(nth, 'tags')} < 0.6 then array['everyday']
        else array['everyday', 'tag-' || floor(5000 * power(${randomFraction(nth, 'tag')}, 2))::int] end,
      pg_temp.told(concat_ws(' ', ${maybeSentence('first', 0.75)}, ${maybeSentence('second', 0.5)}, ${maybeSentence('third', 0.25)}), nth, 'description'),
      case when ${randomFraction(nth, 'visibility')} < 0.94 then 'public' when ${randomFraction(nth, 'visibility')} < 0.98 then 'followers' else 'only_me' end,
      case when ${randomFraction(nth, 'moderation')} < 0.99 then 'approved' when ${randomFraction(nth, 'moderation')} < 0.995 then 'limited' else 'removed' end,
      case when ${randomFraction(nth, 'rating')} < 0.97 then 'all' else '16' end,
      case when is_ready then 'ready' else 'failed' end,
      playback_id, case when is_ready then '/media/' || playback_id || '/master.m3u8' end, pg_temp.id(nth, 'stream'),
      round(shortest + (longest - shortest) * power(${randomFraction(nth, 'length')}, 2)), 1280, 720, -16 + 6 * ${randomFraction(nth, 'loudness')},
      coalesce(likes, 0), coalesce(comments, 0), made_at, made_at
    from (select *, 's' || md5('playback ' || nth) as playback_id, ${randomFraction(nth, 'failed')} >= 0.004 as is_ready from seeded_items) item
      join seeded_people person on person.who = item.owner join kinds on kinds.type = item.type
      left join liked on liked.item = item.nth left join said on said.item = item.nth
    order by item.nth`.execute(tx)
  await sql`insert into streams (id, content_id, state, percent, playable, queued_at, started_at, finished_at, tries, fence, error_title, error_detail)
    select stream_id, id, case when is_ready then 'ready' else 'failed' end, case when is_ready then 100 else 40 end, is_ready,
      created_at, created_at, created_at, 1, 1,
      case when not is_ready then 'Upload failed' end, case when not is_ready then 'Please try again.' end
    from (select *, stream_status = 'ready' as is_ready from content) item order by id`.execute(tx)
}

/** With the given probability, returns a random sentence, otherwise null. */
function maybeSentence(which: string, probability: number) {
  return sql`case when ${randomFraction(sql`item.nth`, which)} < ${sql.lit(probability)} then ${randomChoice(descriptionSentences, sql`item.nth`, which)} end`
}
