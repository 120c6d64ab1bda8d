import { CompiledQuery, sql } from 'kysely'
import { db, transaction, withBackgroundTimeouts } from '#server/platform/db/db.ts'

const vocabularySize = 30_000
/** The captions use these languages in turn. All captions contain the same words. */
const languages = ['en', 'en', 'es', 'en', 'fr', 'en', 'de', 'en', 'ar', 'en']
const cuesPerPassage = 2
export const wordsPerCue = 10

const syllables = 'ba ko mi ren tu las ve dor pi zan gu fel ni sto ra'.split(' ')

/**
 * Returns the word with this frequency rank. The SQL statement in this module generates the same words. No
 * word is a prefix of another word, and stemmers hardly change the words.
 */
export function getBenchCaptionWord(rank: number): string {
  let [rest, word] = [rank * 7919, '']
  for (let at = 0; at < 4; at += 1) {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return `${word}k`
}

/**
 * Returns a random word. As in natural languages, the frequency of a word is inversely proportional to its
 * rank.
 */
export function getRandomCaptionWord(): string {
  return getBenchCaptionWord(Math.floor(vocabularySize ** Math.random()))
}

/**
 * Gives every item captions with this many cues, and returns the number of sentences. The frequency of each
 * word is the same as in `getRandomCaptionWord`. The newest items get the highest ids, as on a real site.
 * Only the sentences of the captions are stored, because search does not read the caption files.
 */
export function insertBenchCaptions(cuesPerVideo: number): Promise<number> {
  return withBackgroundTimeouts(async () => {
    const { rows: captions } = await sql<{ id: string }>`
      insert into captions (content_id, language, vtt, cue_count, file_id, indexed_file_id)
      select id, (${languages}::text[])[nth % ${languages.length} + 1], 'WEBVTT', ${cuesPerVideo}, file_id, file_id
      from (select id, created_at, row_number() over (order by created_at) as nth, gen_random_uuid() as file_id from content) item
      order by created_at returning id`.execute(db)
    const ids = captions.map(({ id }) => id)
    const passages = Math.floor(cuesPerVideo / cuesPerPassage)
    await withoutIndexes(() => withPlainText(() => insertAllPassages(ids, passages)))
    await sql`vacuum analyze captions, caption_passages`.execute(db)
    return ids.length * passages
  })
}

const captionsPerChunk = 1000

/**
 * Inserts the sentences over two connections, because most of the time is spent computing their search
 * vectors.
 */
async function insertAllPassages(ids: readonly string[], passages: number): Promise<void> {
  let next = 0
  const work = async () => {
    for (let from = next; from < ids.length; from = next) {
      next += captionsPerChunk
      await insertPassages(ids.slice(from, from + captionsPerChunk), passages, from / ids.length)
    }
  }
  await Promise.all([work(), work()])
}

function insertPassages(ids: readonly string[], passages: number, seed: number): Promise<void> {
  const words = cuesPerPassage * wordsPerCue
  return transaction(async (tx) => {
    await sql`select setseed(${seed})`.execute(tx)
    await sql`
      insert into caption_passages (caption_id, language, body, starts)
      select captions.id, captions.language,
        (select string_agg(
            (list)[code % 15 + 1] || (list)[code / 15 % 15 + 1] || (list)[code / 225 % 15 + 1] || (list)[code / 3375 % 15 + 1] ||
            case nth when ${sql.lit(wordsPerCue)} then E'k\\n' when ${sql.lit(words)} then 'k' else 'k ' end, '')
          from (select nth, 7919 * floor(power(${sql.lit(vocabularySize)}::float8, random()))::int as code, ${syllables}::text[] as list
            from generate_series(1, ${sql.lit(words)}) nth where passage > 0 offset 0) drawn),
        array[passage * 6000, passage * 6000 + 3000]
      from unnest(${ids}::uuid[]) id join captions using (id) cross join generate_series(1, ${sql.lit(passages)}) passage`.execute(
      tx,
    )
  })
}

/**
 * Drops the indexes and the foreign key while `fill` inserts rows, because it is faster to recreate them
 * afterwards for all rows at once.
 */
async function withoutIndexes(fill: () => Promise<void>): Promise<void> {
  await sql`drop index caption_passages_windows, caption_passages_by_caption`.execute(db)
  await sql`alter table caption_passages drop constraint caption_passages_caption_id_fkey`.execute(db)
  await fill()
  await transaction(async (tx) => {
    await sql`set local maintenance_work_mem = '1GB'`.execute(tx)
    await sql`create index caption_passages_windows on caption_passages using gin (search, caption_windows(id)) with (fastupdate = off)`.execute(
      tx,
    )
    await sql`create index caption_passages_by_caption on caption_passages (caption_id)`.execute(tx)
    await sql`alter table caption_passages add foreign key (caption_id) references captions on delete cascade`.execute(
      tx,
    )
  })
}

/**
 * Turns off the text normalization of the generated search column while `fill` inserts rows. Afterwards,
 * checks that normalization would not have changed the column. The words consist of lowercase ASCII letters,
 * which normalization does not change.
 */
async function withPlainText(fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ original: string }>`
    select pg_get_functiondef('caption_plain(text)'::regprocedure) as original`.execute(db)
  await sql`create or replace function caption_plain(words text) returns text immutable strict parallel safe
    language sql return words`.execute(db)
  await fill()
  await db.executeQuery(CompiledQuery.raw(rows[0]!.original))
  const { rows: wrong } = await sql`
    select from (select * from caption_passages order by id desc limit 1000) passage
    where search <> to_tsvector(caption_dictionary(language), caption_plain(body))`.execute(db)
  if (wrong.length > 0) throw new Error('the sentences have other search words than a real site would store')
}
