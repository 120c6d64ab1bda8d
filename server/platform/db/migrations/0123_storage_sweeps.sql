-- Objects that a process is about to store, or must delete. The row is committed before the first object is stored, and
-- the transaction that makes the objects reachable deletes it (server/platform/storage/storage-writes.ts).
create table storage_writes (
  id uuid primary key default gen_random_uuid(),
  -- The folder of the item, person, upload or data export, such as media/<playback id>
  owner text not null,
  -- The keys of the objects, or prefixes of them
  prefixes text[] not null,
  -- After this time, the process counts as dead
  lease_until timestamptz not null,
  -- Whether a sweep has claimed the objects in order to delete them: they can no longer become reachable
  is_removal boolean not null default false,
  -- When the objects were announced first
  created_at timestamptz not null default clock_timestamp()
);
create index storage_writes_owner on storage_writes (owner);
create index storage_writes_lease on storage_writes (lease_until);

-- How far the sweep has walked through each top-level folder of the storage.
create table storage_sweeps (
  folder text primary key,
  -- The last name that was visited; null if the next walk starts at the beginning
  cursor text,
  started_at timestamptz,
  -- What the current walk has seen so far
  objects bigint not null default 0,
  names bigint not null default 0,
  unknown_names bigint not null default 0,
  last_objects bigint,
  last_finished_at timestamptz,
  lease_until timestamptz not null default '-infinity',
  fence bigint not null default 0
);

-- The sweep reads the items in the order in which a bucket lists their files.
create index content_by_storage_name on content ((playback_id || '/') collate "C");
