-- Tokens of Google and Apple are used once, to learn who somebody is. Nothing keeps them, whichever release writes the row.
create function forget_provider_tokens() returns trigger language plpgsql as $$
begin
  new.access_token := null;
  new.refresh_token := null;
  new.id_token := null;
  new.access_token_expires_at := null;
  new.refresh_token_expires_at := null;
  return new;
end
$$;
create trigger sign_in_methods_tokens before insert or update on sign_in_methods
  for each row execute function forget_provider_tokens();
update sign_in_methods set access_token = null
  where access_token is not null or refresh_token is not null or id_token is not null;

-- Accounts that never said their age are swept (server/accounts/sweep.ts).
create index users_created on users (created_at);
