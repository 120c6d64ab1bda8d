-- Standard names for columns of `profiles`. The previous release reads and writes the old columns, this release only the new ones. A
-- trigger copies the value whichever of the two is written. Migration 0065 copies the values from before. The next release drops the old
-- columns, the trigger and its function (docs/decisions/052).

alter table profiles
  -- When the member scheduled the deletion of the account; was `leaving_at`.
  add column deletion_scheduled_at timestamptz,
  -- When a member who has turned 20 was told that the account is read-only; was `farewell_at`.
  add column age_out_notified_at timestamptz,
  -- Was `username_is_made_up`.
  add column has_generated_username boolean not null default false,
  -- Was `held_bio_why`.
  add column held_bio_reasons text[] not null default '{}';

create function copy_renamed_profile_columns() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.deletion_scheduled_at := coalesce(new.deletion_scheduled_at, new.leaving_at);
    new.age_out_notified_at := coalesce(new.age_out_notified_at, new.farewell_at);
    new.has_generated_username := new.has_generated_username or new.username_is_made_up;
    if new.held_bio_reasons = '{}' then
      new.held_bio_reasons := new.held_bio_why;
    end if;
  else
    if new.deletion_scheduled_at is not distinct from old.deletion_scheduled_at then
      new.deletion_scheduled_at := new.leaving_at;
    end if;
    if new.age_out_notified_at is not distinct from old.age_out_notified_at then
      new.age_out_notified_at := new.farewell_at;
    end if;
    if new.has_generated_username = old.has_generated_username then
      new.has_generated_username := new.username_is_made_up;
    end if;
    if new.held_bio_reasons = old.held_bio_reasons then
      new.held_bio_reasons := new.held_bio_why;
    end if;
  end if;
  new.leaving_at := new.deletion_scheduled_at;
  new.farewell_at := new.age_out_notified_at;
  new.username_is_made_up := new.has_generated_username;
  new.held_bio_why := new.held_bio_reasons;
  return new;
end
$$;

create trigger profiles_renamed_columns before insert or update of leaving_at, deletion_scheduled_at, farewell_at, age_out_notified_at,
  username_is_made_up, has_generated_username, held_bio_why, held_bio_reasons
  on profiles for each row execute function copy_renamed_profile_columns();
