-- Why a text is held; was `held_why`. Both columns are kept equal as in migration 0063.
alter table content add column hold_reasons text[] not null default '{}';
alter table comments add column hold_reasons text[] not null default '{}';

create function copy_hold_reasons() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.hold_reasons = '{}' then
      new.hold_reasons := new.held_why;
    end if;
  elsif new.hold_reasons = old.hold_reasons then
    new.hold_reasons := new.held_why;
  end if;
  new.held_why := new.hold_reasons;
  return new;
end
$$;

create trigger content_hold_reasons before insert or update of held_why, hold_reasons on content
  for each row execute function copy_hold_reasons();
create trigger comments_hold_reasons before insert or update of held_why, hold_reasons on comments
  for each row execute function copy_hold_reasons();
