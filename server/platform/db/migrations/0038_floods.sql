-- One machine without an account can send many reports and notices. These columns tell its cases from those of other people.

-- A keyed hash of the network a report came from (an IPv4 address or an IPv6 /64), if the reporter is signed out or new. Several
-- browsers or new accounts in one network count as one voice. Cleared after 30 days.
alter table reports add column network text check (length(network) <= 64);

-- Who opened the case, as a keyed hash: `network:…`, `account:…`, or `wave:…` while the whole site receives too many notices. Null
-- when the software opened it, or once somebody else has reported the same thing. Open cases with the same key form a group in the
-- queue as soon as there are many of them. Cleared after 30 days.
alter table cases add column flood_key text check (flood_key ~ '^(network|account|wave):[A-Za-z0-9_-]{1,64}$');
create index cases_flood on cases (flood_key) where closed_at is null and flood_key is not null;
-- Automatic holds of the last hour.
create index decisions_automatic on decisions (made_at) where automatic;
