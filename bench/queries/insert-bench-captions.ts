import { sql } from 'kysely'
import { db, withBackgroundTimeouts } from '#server/platform/db/db.ts'

const vocabularySize = 30_000
const cuesPerPassage = 2
const wordsPerCue = 6

const syllables = 'ba ko mi ren tu las ve dor pi zan gu fel ni sto ra'.split(' ')

/**
 * Returns the word with this rank, as the statement below writes it. No word is another word's beginning, and no
 * stemmer changes it much.
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
 * Gives every item captions with this many cues, and returns the number of sentences. As in natural languages, the
 * frequency of a word is inversely proportional to its rank.
 */
export function insertBenchCaptions(cuesPerVideo: number): Promise<number> {
  return withBackgroundTimeouts(async () => {
    await sql`insert into captions (content_id, language, vtt, cue_count)
      select id, 'en', 'WEBVTT', ${cuesPerVideo} from content order by created_at`.execute(db)
    await sql`update captions set indexed_file_id = file_id`.execute(db)
    await sql`drop index caption_passages_search`.execute(db)
    await sql`select setseed(0.5)`.execute(db)
    const { numAffectedRows } = await sql`
      insert into caption_passages (caption_id, language, body, starts)
      select captions.id, 'en',
        (select string_agg(
            (list)[code % 15 + 1] || (list)[code / 15 % 15 + 1] || (list)[code / 225 % 15 + 1] || (list)[code / 3375 % 15 + 1] ||
            case when nth = ${wordsPerCue} then E'k\\n' else 'k ' end, '' order by nth)
          from (select nth, 7919 * floor(power(${vocabularySize}::float8, random() + 0 * nth))::int as code, ${syllables}::text[] as list
            from generate_series(1, ${cuesPerPassage * wordsPerCue}) nth where passage > 0 offset 0) drawn),
        array[passage * 6000, passage * 6000 + 3000]
      from captions cross join generate_series(1, ${Math.floor(cuesPerVideo / cuesPerPassage)}) passage`.execute(
      db,
    )
    await sql`create index caption_passages_search on caption_passages using gin (search) with (fastupdate = off)`.execute(
      db,
    )
    await sql`vacuum analyze captions, caption_passages`.execute(db)
    return Number(numAffectedRows)
  })
}
