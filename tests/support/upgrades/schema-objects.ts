import type pg from 'pg'

/**
 * Returns a line for each column, index, constraint, trigger, function and view of the schema `public`, without the order
 * of columns. Two databases with the same lines behave in the same way.
 */
export async function readSchemaObjects(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select 'column ' || table_name || '.' || column_name || ' ' || udt_name || ' ' || is_nullable || ' '
      || coalesce(column_default, '') as line
    from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all select 'trigger ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal
    union all select 'function ' || pg_get_functiondef(pg_proc.oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and not exists (
      select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select 'view ' || viewname || ' ' || definition from pg_views where schemaname = 'public'
    order by 1`)
  return rows.map(({ line }) => line)
}
