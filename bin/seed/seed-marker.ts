import { sql } from 'kysely'
import { type Db, db, type Tx } from '#server/platform/db/db.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { seededUserEmailDomain } from './users.ts'

/* The number of seeded items is stored in a separate table that the site itself does not use. */

/** Returns the number of seeded items, or null if this site is not seeded. */
export async function readSeededItemCount(): Promise<number | null> {
  const { rows: tables } = await sql<{
    there: boolean
  }>`select to_regclass('seed') is not null as there`.execute(db)
  if (!tables[0]!.there) return null
  const { rows } = await sql<{ content: number }>`select content from seed`.execute(db)
  return rows[0]!.content
}

export async function writeSeedMarker(tx: Tx, content: number): Promise<void> {
  await sql`create table seed (content integer not null, made_at timestamptz not null default now())`.execute(
    tx,
  )
  await sql`insert into seed (content) values (${content})`.execute(tx)
}

/** Throws if the site has real members. */
export async function assertNoRealUsers(on: Db | Tx = db): Promise<void> {
  const other = await on
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', `%${seededUserEmailDomain}`)
    .limit(1)
    .executeTakeFirst()
  if (other)
    throw new OperatorCommandError(
      'This site has members. Seed only an empty site or one that was seeded before.',
    )
}
