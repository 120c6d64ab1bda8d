-- The database keeps a hash of each session's token (SHA-256 in base64url; the tokens are random, so there is nothing to guess).
-- People stay signed in: the hashes of live sessions are made here. `token` stays for an hour, because processes of the release before
-- look sessions up by it; `sweep-sign-ins` then empties it (server/accounts/raw-tokens.ts).
alter table sessions add column token_hash text;
alter table sessions alter column token drop not null;

create function hash_session_token() returns trigger language plpgsql as $$
begin
  -- A process of the release before knows no `token_hash`.
  if new.token_hash is null then
    new.token_hash := rtrim(translate(encode(sha256(convert_to(new.token, 'UTF8')), 'base64'), '+/', '-_'), '=');
  end if;
  return new;
end
$$;
create trigger sessions_hash before insert or update of token on sessions
  for each row execute function hash_session_token();

update sessions set token = token;
-- old code: leaves it out, and the trigger fills it in
alter table sessions alter column token_hash set not null;
create unique index sessions_token_hash on sessions (token_hash);
