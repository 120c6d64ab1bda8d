import type pg from 'pg'
import { ConfigError } from '../settings/config-error.ts'

/**
 * The oldest supported version of PostgreSQL. PostgreSQL 14 and earlier lack `nulls not distinct`, which
 * migrations and statements use.
 */
export const minPostgresVersion = 15

/**
 * Throws an error with a message for the operator if the PostgreSQL server is too old. `version` is
 * `server_version_num`, such as 150013.
 */
export function requirePostgresVersion(version: number, name: string): void {
  if (version >= minPostgresVersion * 10_000) return
  throw new ConfigError(
    `PostgreSQL ${minPostgresVersion} or newer is required, but the server of DATABASE_URL is ${name}. ` +
      'Upgrade it, or unset DATABASE_URL to use the PostgreSQL that is included.',
  )
}

/** The table that records applied migrations. */
const noteTable =
  'create table if not exists migrations (name text primary key, sha256 text not null, ran_at timestamptz not null default now())'

/**
 * Defines uuidv7() for PostgreSQL 15 to 17, which do not have it. The function follows RFC 9562, section 5.7.
 * As in PostgreSQL 18, the 12 bits after the version contain the fraction of the millisecond. The uuidv7()
 * function is created in the schema that contains the tables, so that it stays with the tables when the
 * schema is renamed.
 */
const uuidv7 = `do $$ begin
  if to_regprocedure('pg_catalog.uuidv7()') is null
    and to_regprocedure(format('%I.uuidv7()', current_schema())) is null then
    create function uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(
        overlay(
          overlay(uuid_send(gen_random_uuid()) placing substring(int8send(micros / 1000) from 3) from 1 for 6)
          placing int2send((28672 + (micros % 1000) * 4096 / 1000)::int2) from 7 for 2),
        'hex')::uuid
      from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) now
    $f$;
  end if;
end $$`

/**
 * Defines `pg_c_utf8`, the collation that search uses for lowercasing. PostgreSQL 17 and later include
 * `pg_c_utf8`. For earlier versions, an equivalent collation is created from the C library, or from ICU if a
 * managed service has no C.UTF-8.
 */
const plainUnicode = `do $$
declare made text;
begin
  if to_regcollation('pg_catalog.pg_c_utf8') is not null
    or to_regcollation(format('%I.pg_c_utf8', current_schema())) is not null then return; end if;
  foreach made in array array['provider = libc, locale = "C.UTF-8"', 'provider = libc, locale = "C.utf8"',
    'provider = icu, locale = "und"'] loop
    begin
      execute 'create collation pg_c_utf8 (' || made || ')';
      return;
    exception when others then null;
    end;
  end loop;
  raise exception 'this PostgreSQL has neither the locale C.UTF-8 nor ICU';
end $$`

/**
 * Prepares a schema for the migrations. These steps are not a migration. A restore first applies exactly the
 * migrations that the backup lists, and an older backup would not list a migration with these steps. The call
 * is idempotent.
 */
export async function prepareSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  )
  requirePostgresVersion(rows[0]!.version, rows[0]!.name)
  await client.query(uuidv7)
  await client.query(plainUnicode)
  await client.query(noteTable)
}
