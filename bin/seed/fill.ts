import { sql } from 'kysely'
import { db, transaction, type Tx } from '#server/platform/db/db.ts'
import { withIndexesAside } from './aside.ts'
import { makeBells, makeCases, makeFollows } from './between.ts'
import { makeChance } from './chance.ts'
import { makeItems, planItems } from './items.ts'
import { measureOf } from './measure.ts'
import { makePeople } from './people.ts'
import { noteSeed, refuseOthers, seeded } from './note.ts'
import { removeSeed } from './remove.ts'
import { sumUp } from './summed.ts'
import { makeTold } from './told.ts'
import { makeViews } from './views.ts'
import { makeVoices, planVoices } from './voices.ts'

export type Tell = (words: string) => void

/**
 * Fills a site without people with `content` items and what goes with them: all of it or nothing. The same number makes the same
 * people, items and words; times count back from now. What an earlier run of another number has made goes first. False when
 * it is all there already. Nobody can use the site meanwhile: the tables are locked.
 */
export async function fill(content: number, tell: Tell): Promise<boolean> {
  const there = await seeded()
  if (there === content) return false
  await refuseOthers()
  if (there !== null) await removeSeed(tell)
  await transaction(async (tx) => {
    await lockPeople(tx)
    await write(tx, content, tell)
    await noteSeed(tx, content)
  })
  tell('Counting for the planner')
  await sql`vacuum analyze`.execute(db)
  return true
}

/** From here on nobody joins. */
async function lockPeople(tx: Tx): Promise<void> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
  await refuseOthers(tx)
}

async function write(tx: Tx, content: number, tell: Tell): Promise<void> {
  const measure = measureOf(content)
  await sql`set local work_mem = '128MB'`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  await makeChance(tx)
  await makeTold(tx)
  await withIndexesAside(tx, tell, async () => {
    tell(`${measure.people} people`)
    await makePeople(tx, measure)
    tell('Who likes what')
    await planItems(tx, measure)
    await planVoices(tx, measure)
    tell(`${content} items`)
    await makeItems(tx)
    tell('Likes and comments')
    await makeVoices(tx)
    await sumUp(tx)
    tell('Views')
    await makeViews(tx)
    tell('Follows, bells and reports')
    await makeFollows(tx, measure)
    await makeBells(tx)
    await makeCases(tx)
  })
}
