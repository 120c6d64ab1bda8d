-- Names of stored things whose rows are gone. The sweep removes their files without counting them as files of another
-- database: a member can make any number of these, and must not be able to stop the sweep with them.
create table erased_files (
  -- sha256 of `uploads/<upload id>` or `media/<playback id>`: of an erased account not even an id stays readable
  name bytea primary key,
  erased_at timestamptz not null default now()
);
create index erased_files_erased_at on erased_files (erased_at);

create function note_erased_uploads() returns trigger language plpgsql as $$
begin
  insert into erased_files (name) select sha256(convert_to('uploads/' || id, 'UTF8')) from gone
    on conflict (name) do update set erased_at = now();
  return null;
end $$;
create trigger note_erased_uploads after delete on uploads
  referencing old table as gone for each statement execute function note_erased_uploads();

create function note_erased_media() returns trigger language plpgsql as $$
begin
  insert into erased_files (name) select sha256(convert_to('media/' || playback_id, 'UTF8')) from gone
    on conflict (name) do update set erased_at = now();
  return null;
end $$;
create trigger note_erased_media after delete on content
  referencing old table as gone for each statement execute function note_erased_media();
