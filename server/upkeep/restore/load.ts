import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { waysIn } from '../../accounts/sweep.ts'
import { readMigrations, runWithin } from '../../platform/db/migrate.ts'
import { prepareSchema } from '../../platform/db/prepare.ts'
import { replaceWaiting, type Waiting } from '../../platform/queue.ts'
import { type Manifest, other, places } from '../backup/manifest.ts'
import { plainForms, quoted, tablesOf } from '../backup/tables.ts'
import { Trouble } from '../trouble.ts'
import { exchange } from './exchange.ts'

/** Where the rows of before are kept, in the same database. */
export function schemaOf(id: string): string {
  return `before_restore_${id}`
}

/**
 * Makes the schema of the backup beside the one there is, fills it, brings it up to date and lets them change places: one
 * transaction, so that whatever ends it leaves everything as it was. Answers how many jobs wait again.
 */
export async function load(
  client: pg.Client,
  { folder, manifest, id }: { folder: string; manifest: Manifest; id: string },
): Promise<number> {
  await client.query(plainForms)
  await client.query('begin')
  try {
    // Whatever holds on to a table shall not hold us for ever.
    await client.query(`set local lock_timeout = '30s'`)
    await client.query('create extension if not exists pg_trgm schema public')
    await client.query('create schema restoring')
    await client.query('set local search_path = restoring, public')
    await fill(client, folder, manifest)
    await endWaysIn(client)
    await exchange(client, schemaOf(id))
    await client.query('set local search_path = public')
    const waiting = await replaceWaiting(client, readJobs(folder))
    await client.query('commit')
    // Only for speed, and the database does it by itself sooner or later.
    await client.query('analyze').catch(() => {})
    return waiting
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function fill(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const migrations = await readMigrations()
  const isOld = manifest.migrations.length
  await prepareSchema(client)
  for (const migration of migrations.slice(0, isOld)) await runWithin(client, migration)
  for (const table of await inOrder(client, manifest)) await fillTable(client, folder, table)
  for (const { name, value } of manifest.sequences)
    // Far beyond: pages that are open know numbers of after the backup, and wait for higher ones.
    await client.query('select setval($1::regclass, $2)', [`restoring.${quoted(name)}`, value + 1_000_000])
  for (const migration of migrations.slice(isOld)) {
    await runWithin(client, migration)
    await client.query('set constraints all immediate; set constraints all deferred')
  }
}

/** A backup knows sessions that have ended since and links that were used since: everybody signs in anew. */
async function endWaysIn(client: pg.Client): Promise<void> {
  for (const table of waysIn) await client.query(`delete from restoring.${table}`)
}

type Table = Manifest['tables'][number]

/** Each table after those that its foreign keys name. The names of the manifest are held against the schema's own. */
async function inOrder(client: pg.Client, { tables }: Manifest): Promise<Table[]> {
  const own = (await tablesOf(client, 'restoring')).filter(({ name }) => name !== 'migrations')
  const isSame = own.every(({ name, columns }) => {
    const kept = tables.find((table) => table.name === name)
    return kept?.columns.toSorted().join() === columns.toSorted().join()
  })
  if (!isSame || own.length !== tables.length)
    throw new Trouble(`The tables of this backup are not those of its version. ${other}`)
  const { rows: keys } = await client.query<{ from: string; to: string }>(
    `select child.relname as from, parent.relname as to from pg_constraint
     join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
     where contype = 'f' and connamespace = 'restoring'::regnamespace and conrelid <> confrelid`,
  )
  const left = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !keys.some((one) => one.from === name && left.has(one.to)),
    )
    if (free.length === 0) throw new Error('tables name each other in a circle')
    for (const table of free) {
      left.delete(table.name)
      ordered.push(table)
    }
  }
  return ordered
}

/** What triggers would do was done when the rows were first written. */
async function fillTable(client: pg.Client, folder: string, { name, columns, rows }: Table): Promise<void> {
  const table = `restoring.${quoted(name)}`
  await client.query(`alter table ${table} disable trigger user; delete from ${table}`)
  const into = client.query(copyFrom(`copy ${table} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(createReadStream(places.table(folder, name)), createGunzip(), into)
  await client.query(`alter table ${table} enable trigger user`)
  if (into.rowCount !== rows) throw new Error(`${name}: ${into.rowCount} rows instead of ${rows}`)
}

async function* readJobs(folder: string): AsyncGenerator<Waiting> {
  const text = createReadStream(places.jobs(folder)).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) yield JSON.parse(unescaped(line)) as Waiting
}

/** PostgreSQL's text form of COPY doubles the backslashes; what JSON itself escapes needs no more. */
function unescaped(line: string): string {
  return line.replaceAll('\\\\', '\\')
}
