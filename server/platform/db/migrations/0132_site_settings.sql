-- Settings that admins change while the site is running (decision 104). `contract/settings/site-settings.ts` lists them.

-- old code: does not know the table, and uses the environment variables only.
create table site_settings (
  key text primary key check (length(key) between 1 and 60),
  -- Null if the default applies. The row is kept, so that its version never repeats.
  value jsonb,
  -- Increases with every change. Admins send the version that they have seen, so they cannot overwrite each other's changes.
  version integer not null default 1,
  changed_at timestamptz not null default clock_timestamp()
);

-- All processes read the settings again, also after a change with SQL.
create function announce_site_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'signal:settings');
  return null;
end
$$;
-- old code: does not write to the table.
create trigger site_settings_announce after insert or update or delete or truncate on site_settings
  for each statement execute function announce_site_settings();
