-- Who opened or joined a case, as a keyed hash: `network:…` or `account:…`. A case is in a group only while each of them is a flood.
-- Cleared after 30 days.
create table case_sources (
  case_id uuid not null references cases on delete cascade,
  source text not null check (source ~ '^(network|account):[A-Za-z0-9_-]{1,64}$'),
  joined_at timestamptz not null default now(),
  primary key (case_id, source)
);
create index case_sources_by_source on case_sources (source);
-- A busy site is no source: these cases go back to the queue.
update cases set flood_key = null where flood_key like 'wave:%';
insert into case_sources (case_id, source)
  select id, flood_key from cases where flood_key is not null and closed_at is null;

-- Dismissed together with many others: nobody has looked at what it is about.
alter table cases add column dismissed_unseen boolean not null default false;

-- When the reason was given that stands now. Later than created_at if the reporter has raised it.
alter table reports add column reason_at timestamptz not null default now();
update reports set reason_at = created_at;
create index reports_of_person_by_reason on reports (reporter_id, reason_at);
