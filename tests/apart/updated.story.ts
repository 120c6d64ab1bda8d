/* A new release takes the place of an old one, process by process, while people are at it: nobody is turned away, nothing is lost. */
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { sql } from 'kysely'
import { configure } from '#server/platform/config.ts'
import { closeDatabase, db, openDatabase } from '#server/platform/db/db.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { s3Storage } from '#server/platform/storage/s3.ts'
import { useStorage } from '#server/platform/storage/storage.ts'
import { publishes } from '../faults/film.ts'
import { films, settledDown, uploaded } from '../faults/filming.ts'
import { invariants } from '../faults/invariants.ts'
import { Load } from '../faults/load.ts'
import { filmLike, Sending } from '../faults/sending.ts'
import { newMember } from '../faults/site.ts'
import { emptyDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { balancer } from './balancer.ts'
import { earlier } from './earlier.ts'
import { newBucket } from './radosgw.ts'

test('old and new side by side: the database is brought up to date beneath the old ones, and then they go one by one', async (t) => {
  const before = await earlier()
  if (!before) return t.skip('there is no history here to take an earlier release from')
  t.after(before.remove)
  const { url, drop } = await emptyDatabase()
  const front = await balancer()
  const shared = { ...(await newBucket(process.env['TEST_APART']!)), DATABASE_URL: url, PACE: '0' }
  const env = { ...shared, PUBLIC_URL: front.url, TRUST_PROXY: '127.0.0.1' }
  const starts = async (role: 'web' | 'worker', home?: string) => {
    const dataDir = await freshDataDir()
    const server = await startServer({ dataDir, env: { ...env, ROLE: role }, ...(home && { home }) })
    t.after(async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    return server
  }
  t.after(drop)
  t.after(front.close)
  const old = [await starts('web', before.home), await starts('web', before.home)]
  const oldWorker = await starts('worker', before.home)
  front.to.push(...old.map(({ port }) => port))
  openDatabase(url)
  t.after(closeDatabase)
  useStorage(s3Storage(configure(env).s3!))

  const ada = await newMember(front.url)
  const contentId = await publishes(ada)
  const people = await Promise.all(Array.from({ length: 6 }, () => newMember(front.url)))
  const load = new Load(contentId, people.slice(0, 4), people.slice(4))
  const goesOn = async () => {
    const until = load.said.length
    await eventually(() => load.said.length > until + 40)
  }
  await goesOn()
  const [film, sending] = [
    await uploaded(ada, await films.long()),
    await Sending.announce(ada, filmLike(12_500_000)),
  ]
  const sent = sending.finish(1_000_000)

  for (const one of old) {
    front.to.push((await starts('web')).port)
    await goesOn() // both kinds answer, over a database that is the new one's
    front.to.splice(front.to.indexOf(one.port), 1)
    await one.stop()
  }
  await starts('worker')
  await oldWorker.stop()
  await goesOn()

  await sent
  const [ended] = await settledDown([film], 240)
  await load.stop()
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const comments = await db.selectFrom('comments').select('id').where('content_id', '=', contentId).execute()
  const there = new Set(comments.map(({ id }) => id))
  console.log(
    `updated: from ${before.commit}, ${load.answers} answers, ${load.broken.length} broken off, ${load.away} told to come back, the slowest after ${load.slowest.toFixed(0)} ms`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    (await readMigrations()).map(({ name }) => name),
  )
  assert.equal(ended?.state, 'ready')
  assert.deepEqual([sending.wentBack, sending.breaks], [0, 0])
  assert.deepEqual(
    load.said.filter((id) => !there.has(id)),
    [],
    'acknowledged, and lost',
  )
  assert.deepEqual([...load.wrong], [])
  assert.deepEqual([load.broken.length, load.away, load.pagesAway], [0, 0, 0], 'somebody was turned away')
  assert.deepEqual(await invariants(), [])
})
