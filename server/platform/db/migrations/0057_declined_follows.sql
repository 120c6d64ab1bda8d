-- A minor declined an adult's request. The row stays, so that the adult sees the same "pending" as for a request that is not delivered
-- (to people of 13 to 15): two different answers would tell the adult the age band. Processes of the previous release list such a
-- request once more until they have stopped.
alter table follows add column declined_at timestamptz;
