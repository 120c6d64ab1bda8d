import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { loadConfig } from '../config.ts'
import { closeDatabase, db, openDatabase } from './db.ts'
import { compileStatement } from './compiled-statement.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
before(async () => {
  database = await createTestDatabase()
  loadConfig({})
  openDatabase(database.url)
})
after(async () => {
  await closeDatabase()
  await database.drop()
})

const asked = (word: string, other: string) =>
  db.selectNoFrom([
    sql<string>`${word}::text`.as('word'),
    sql<string>`${other}::text || ${'!'} || ${word}::text`.as('both'),
  ])

test('compiles an SQL statement once and gives each concurrent caller its own rows', async () => {
  let made = 0
  const ask = compileStatement(['word', 'other'], ({ word, other }) => {
    made += 1
    return asked(word, other)
  })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      ask({ word: `w${n}`, other: n % 2 ? `o${n}` : "'; drop table users; --" }),
    ),
  )
  for (const [n, [row]] of answers.entries())
    assert.deepEqual(row, { word: `w${n}`, both: `${n % 2 ? `o${n}` : "'; drop table users; --"}!w${n}` })
  assert.equal(made, 1)
  loadConfig({})
  await ask({ word: 'a', other: 'b' })
  assert.equal(made, 2, 'statements are compiled again after the settings change')
})

test('rejects a statement unless each value is passed as a separate parameter', async () => {
  const ask = compileStatement(['word'], ({ word }) => asked(`content:${word}`, 'x'))
  await assert.rejects(ask({ word: 'a' }), /must be a parameter of its own/)
  const written = compileStatement(['word'], ({ word }) =>
    db.selectNoFrom(sql<string>`${sql.lit(word)}::text`.as('word')),
  )
  await assert.rejects(written({ word: 'a' }), /must be a parameter of its own/)
})
