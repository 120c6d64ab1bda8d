-- Standard names for the tables of data exports and transparency reports. The old names remain as views for the processes of the
-- previous release (docs/decisions/052). The next release drops the views.

-- A copy of a member's data.
-- old code: uses the view `exports`.
alter table exports rename to data_exports;
create view exports as
  select id, user_id, requested_at, ready_at, expires_at, bytes
  from data_exports;

-- The counts of one quarter.
-- old code: uses the view `transparency`.
alter table transparency rename to transparency_reports;
-- old code: the view has the old column name.
alter table transparency_reports rename column figures to counts;
create view transparency as
  select quarter, counts as figures, counted_at
  from transparency_reports;

-- Indexes and constraints get the prefix of the new table name.
do $$
declare
  renaming text;
begin
  -- old code: does not use the names of these indexes and constraints.
  for renaming in
    with tables (old, new) as (values ('exports', 'data_exports'),
      ('transparency', 'transparency_reports'))
    select format('alter table %I rename constraint %I to %I', new, conname, new || substr(conname, length(old) + 1))
      from tables join pg_constraint on conrelid = new::regclass and starts_with(conname, old || '_')
    union all
    select format('alter index %I rename to %I', relname, new || substr(relname, length(old) + 1))
      from tables join pg_index on indrelid = new::regclass
      join pg_class on pg_class.oid = indexrelid and starts_with(relname, old || '_')
      where not exists (select from pg_constraint where conindid = indexrelid)
  loop
    execute renaming;
  end loop;
end $$;
