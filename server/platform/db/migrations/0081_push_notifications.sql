-- Browsers that get push notifications. Each belongs to a session and is deleted with it (decisions/056).
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  -- When a push service last accepted a message for this browser, or when the browser last subscribed.
  used_at timestamptz not null default now()
);
create index push_subscriptions_of on push_subscriptions (user_id, created_at);
create index push_subscriptions_by_age on push_subscriptions (used_at);

-- The kinds of notifications that a person wants as push notifications. Nobody gets any without asking.
create table push_opt_ins (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  primary key (user_id, kind)
);

-- One row per notification and browser, so that a notification is pushed to a browser only once.
create table push_deliveries (
  notification_id uuid not null references notifications on delete cascade,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  created_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- While a worker sends the message, no other worker may send it.
  leased_until timestamptz,
  ended_at timestamptz,
  primary key (notification_id, subscription_id)
);
create index push_deliveries_of on push_deliveries (subscription_id);
