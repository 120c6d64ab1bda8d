-- Which decisions an entry of kind 'decision' is about, so that it can name one and open it. Empty for entries made before.
alter table notifications add column decision_ids uuid[] not null default '{}';
