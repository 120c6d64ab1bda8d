-- Standard names for the staff access log and the hashes of media. The old names remain as views for the processes of the
-- previous release (docs/decisions/052). The next release drops the views.

-- What staff have viewed because of a case.
-- old code: uses the view `staff_looks`.
alter table staff_looks rename to staff_access_log;
-- old code: the view has the old column name.
alter table staff_access_log rename column what to resource;
-- old code: the view has the old column name.
alter table staff_access_log rename column looked_at to accessed_at;
create view staff_looks as
  select id, staff_id, case_id, resource as what, accessed_at as looked_at
  from staff_access_log;

-- The hashes that recognise a video.
-- old code: uses the view `fingerprints`.
alter table fingerprints rename to media_hashes;
-- old code: the view has the old column name.
alter table media_hashes rename column look to perceptual_hash;
-- old code: the view has the old column name.
alter table media_hashes rename column made_at to created_at;
create view fingerprints as
  select content_id, sha256, perceptual_hash as look, created_at as made_at
  from media_hashes;

-- The hashes of videos that were removed for a serious reason.
-- old code: uses the view `removed_media`.
alter table removed_media rename to removed_media_hashes;
-- old code: the view has the old column name.
alter table removed_media_hashes rename column look to perceptual_hash;
create view removed_media as
  select content_id, sha256, perceptual_hash as look, priority, removed_at
  from removed_media_hashes;

-- Indexes and constraints get the prefix of the new table name.
do $$
declare
  renaming text;
begin
  -- old code: does not use the names of these indexes and constraints.
  for renaming in
    with tables (old, new) as (values ('staff_looks', 'staff_access_log'),
      ('fingerprints', 'media_hashes'),
      ('removed_media', 'removed_media_hashes'))
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
