import type pg from 'pg'
import { quoteIdentifier } from '../backup/backup-tables.ts'

/**
 * Creates a schema with the name in `aside`, and moves the contents of the `public` schema and a copy of the
 * waiting jobs into it. Then moves the contents of the `restoring` schema to `public`. Objects are moved one
 * by one, so that extensions stay in place and no role needs to own `public`.
 */
export async function swapSchemas(client: pg.Client, aside: string): Promise<void> {
  await client.query(`create schema ${quoteIdentifier(aside)}`)
  await client.query(
    `comment on schema ${quoteIdentifier(aside)} is 'Data from before a restore. Not used by the site.'`,
  )
  await client.query(
    `create table ${quoteIdentifier(aside)}.waiting_jobs as select * from pgboss.job where state < 'completed'`,
  )
  await moveSchemaObjects(client, 'public', aside)
  await moveSchemaObjects(client, 'restoring', 'public')
  await client.query('drop schema restoring')
}

async function moveSchemaObjects(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(schemaObjectsQuery, [from])
  for (const { kind, name } of rows)
    await client.query(`alter ${kind} ${name} set schema ${quoteIdentifier(to)}`)
}

/**
 * Selects the database objects that have to be moved to another schema. Indexes, sequences and triggers move
 * with their tables. Objects that belong to extensions are not moved.
 */
const schemaObjectsQuery = `
  select case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind,
    oid::regclass::text as name
  from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  union all
  select 'routine', oid::regprocedure::text from pg_proc where pronamespace = $1::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select case typtype when 'd' then 'domain' else 'type' end, oid::regtype::text from pg_type
  where typnamespace = $1::regnamespace and typtype in ('e', 'd')
    and not exists (select from pg_depend where objid = pg_type.oid and deptype = 'e')
  union all
  select 'collation', collnamespace::regnamespace::text || '.' || quote_ident(collname) from pg_collation
  where collnamespace = $1::regnamespace and not exists (select from pg_depend where objid = pg_collation.oid and deptype = 'e')`
