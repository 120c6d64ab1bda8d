-- Standard names for the tables of sign-in and rate limits. The old names remain as views for the processes of the
-- previous release (docs/decisions/052). The next release drops the views.

-- Between the first factor and the two-factor code.
-- old code: uses the view `halfway`.
alter table halfway rename to pending_sign_ins;
-- old code: the view has the old column name.
alter table pending_sign_ins rename column wrong to failed_attempts;
create view halfway as
  select token_hash, user_id, remembered, failed_attempts as wrong, expires_at
  from pending_sign_ins;

-- `key` is a keyed hash of what is limited. `attempts` are the times of the attempts that count.
-- old code: uses the view `guesses`.
alter table guesses rename to rate_limits;
-- old code: the view has the old column name.
alter table rate_limits rename column who to key;
-- old code: the view has the old column name.
alter table rate_limits rename column tried_at to attempts;
-- old code: the view has the old column name.
alter table rate_limits rename column ends_at to expires_at;
create view guesses as
  select key as who, attempts as tried_at, expires_at as ends_at
  from rate_limits;

-- Usernames that were given up, as keyed hashes.
-- old code: uses the view `dropped_usernames`.
alter table dropped_usernames rename to reserved_usernames;
-- old code: the view has the old column name.
alter table reserved_usernames rename column handle to username_hash;
-- old code: the view has the old column name.
alter table reserved_usernames rename column free_at to reserved_until;
create view dropped_usernames as
  select username_hash as handle, reserved_until as free_at
  from reserved_usernames;

-- Indexes and constraints get the prefix of the new table name.
do $$
declare
  renaming text;
begin
  -- old code: does not use the names of these indexes and constraints.
  for renaming in
    with tables (old, new) as (values ('halfway', 'pending_sign_ins'),
      ('guesses', 'rate_limits'),
      ('dropped_usernames', 'reserved_usernames'))
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
