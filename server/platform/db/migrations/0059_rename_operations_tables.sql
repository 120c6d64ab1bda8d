-- Standard names for the tables of idempotency keys and process metrics. The old names remain as views for the processes of the
-- previous release (docs/decisions/052). The next release drops the views.

-- The stored response of each request with an Idempotency-Key.
-- old code: uses the view `kept_answers`.
alter table kept_answers rename to idempotency_keys;
-- old code: the view has the old column name.
alter table idempotency_keys rename column asked to request_hash;
-- old code: the view has the old column name.
alter table idempotency_keys rename column answer to response;
-- old code: the view has the old column name.
alter table idempotency_keys rename column made_at to created_at;
create view kept_answers as
  select user_id, endpoint, key, request_hash as asked, response as answer, created_at as made_at
  from idempotency_keys;

-- What each process has counted in one minute.
-- old code: uses the view `process_minutes`.
alter table process_minutes rename to process_metrics;
-- old code: the view has the old column name.
alter table process_metrics rename column figures to metrics;
create view process_minutes as
  select minute, process, role, metrics as figures
  from process_metrics;

-- Indexes and constraints get the prefix of the new table name.
do $$
declare
  renaming text;
begin
  -- old code: does not use the names of these indexes and constraints.
  for renaming in
    with tables (old, new) as (values ('kept_answers', 'idempotency_keys'),
      ('process_minutes', 'process_metrics'))
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
