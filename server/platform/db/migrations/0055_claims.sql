-- What a notice or a report says, as a keyed hash of its sender and its text (server/moderation/claims.ts). Moderators dismiss a flood claim
-- by claim, so that a notice by somebody else from the same network is not dismissed with it. Reports lose it after 30 days. Null: from
-- before; such a notice or report is a claim of its own.
alter table notices add column claim text check (length(claim) <= 64);
alter table reports add column claim text check (length(claim) <= 64);
-- A source may say several things about one case. Empty: from before.
alter table case_sources add column claim text not null default '' check (length(claim) <= 64);
alter table case_sources drop constraint case_sources_pkey;
alter table case_sources add primary key (case_id, source, claim);
