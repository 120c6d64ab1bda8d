import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/**
 * A record of everything that the demo has created, stored in a separate table of the site's database. Later
 * runs skip everything that the record already contains, and `--remove` deletes all of it from the site.
 */
export interface DemoDataRecord {
  has(key: string): boolean
  getId(key: string): string | undefined
  /** Returns the demo data record's keys that begin with `prefix`, with their ids. */
  all(prefix: string): [key: string, id: string][]
  /**
   * Adds an entry to the demo data record. An entry needs no id if it only records that a step is finished.
   */
  record(key: string, id?: string): Promise<void>
  forget(key: string): Promise<void>
  /** Returns the password of a demo account. The password is secret and does not change between runs. */
  getPassword(username: string): string
  drop(): Promise<void>
}

interface Row {
  key: string
  id: string | null
}

/** Opens the demo data record, and creates its table if the table does not exist. */
export async function loadOrCreateDemoDataRecord(db: Db): Promise<DemoDataRecord> {
  await sql`create table if not exists demo (key text primary key, id text, made_at timestamptz not null default now())`.execute(
    db,
  )
  const { rows } = await sql<Row>`select key, id from demo order by made_at, key`.execute(db)
  const known = new Map(rows.map(({ key, id }) => [key, id ?? undefined]))
  const note = async (key: string, id?: string) => {
    await sql`insert into demo (key, id) values (${key}, ${id ?? null}) on conflict (key) do update set id = excluded.id`.execute(
      db,
    )
    known.set(key, id)
  }
  if (!known.has('secret')) await note('secret', randomBytes(24).toString('base64url'))
  const secret = known.get('secret')!
  return {
    record: note,
    has: (key) => known.has(key),
    getId: (key) => known.get(key),
    all: (prefix) => [...known].flatMap(([key, id]) => (key.startsWith(prefix) && id ? [[key, id]] : [])),
    forget: async (key) => {
      await sql`delete from demo where key = ${key}`.execute(db)
      known.delete(key)
    },
    getPassword: (username) => createHmac('sha256', secret).update(username).digest('base64url').slice(0, 16),
    drop: async () => void (await sql`drop table demo`.execute(db)),
  }
}

/** Returns whether this site has a demo data record, without creating one. */
export async function hasDemoData(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('demo') is not null as there`.execute(db)
  return rows[0]!.there
}
