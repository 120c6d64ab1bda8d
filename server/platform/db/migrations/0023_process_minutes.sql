-- What each process has counted of itself in a minute, for the page of figures: any web process shows what all of them and
-- all workers did. Nothing of people; kept for a day.
create table process_minutes (
  minute timestamptz not null,
  process text not null,
  role text not null check (role in ('all', 'web', 'worker')),
  figures jsonb not null,
  primary key (minute, process)
);
