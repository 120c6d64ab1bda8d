-- Webhooks: programs that admins have chosen are told about events on the site (decision 106).
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  url text not null,
  description text not null default '',
  event_types text[] not null,
  is_enabled boolean not null default true,
  -- Why the site has disabled the endpoint, or null if an admin has
  disabled_because text check (disabled_because in ('failing', 'gone')),
  -- Encrypted with the site's secret
  secret text not null,
  -- After a rotation, the earlier secret remains valid for a day
  previous_secret text,
  previous_secret_expires_at timestamptz,
  -- The first failed attempt since the last success
  failing_since timestamptz,
  created_at timestamptz not null default now()
);

-- The events contain only ids. The payload is loaded through the access policy for each attempt.
create table webhook_events (
  id uuid primary key default gen_random_uuid(),
  type text not null,
  -- The item, comment, moderation case or (for test events) endpoint
  subject_id uuid not null,
  -- The person whom the event is about. The log of the event is deleted with the account.
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null default now()
);
-- The same event never occurs twice, however often its job runs.
create unique index webhook_events_once on webhook_events (type, subject_id) where type <> 'webhook.test';
create index webhook_events_user_id on webhook_events (user_id);
create index webhook_events_created_at on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references webhook_events (id) on delete cascade,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- skipped: the subject was hidden or deleted before the event was delivered
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'skipped')),
  attempts smallint not null default 0,
  -- While a worker sends the event, this is the end of its lease.
  next_attempt_at timestamptz not null default now(),
  -- The last attempt: its time, duration, and either the response or what went wrong
  attempted_at timestamptz,
  response_ms integer,
  response_status smallint,
  response_body text,
  error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event_id on webhook_deliveries (event_id);
