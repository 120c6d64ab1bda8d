-- The values from before migrations 0063 and 0064. Only rows that have one are written, and no table is locked for reads.
update profiles set deletion_scheduled_at = leaving_at, age_out_notified_at = farewell_at,
    has_generated_username = username_is_made_up, held_bio_reasons = held_bio_why
  where leaving_at is not null or farewell_at is not null or username_is_made_up or held_bio_why <> '{}';
update content set hold_reasons = held_why where held_why <> '{}';
update comments set hold_reasons = held_why where held_why <> '{}';

create index profiles_deletion_scheduled on profiles (deletion_scheduled_at) where deletion_scheduled_at is not null;
