-- What has just happened, for open pages. Kept for an hour so that a page that was away can catch up.

create table live_events (
  id bigint generated always as identity primary key,
  topic text not null,
  name text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index live_events_topic on live_events (topic, id);
create index live_events_age on live_events (created_at);
