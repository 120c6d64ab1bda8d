-- Staff need a second factor before their role takes effect (decision 102).

-- Whether the session was started with a passkey, or a passkey was added in it. Sessions of an account with an authenticator
-- app need no such mark, because every one of them was started with a code. The previous release does not set it; a member of
-- staff whose only second factor is a passkey then signs in again.
alter table sessions add column with_passkey boolean not null default false;

-- The only sign-in of a staff account without a second factor. Deleted when the role is given again, and when an operator
-- resets the second factor.
create table staff_grace_sign_ins (
  user_id uuid primary key references users on delete cascade,
  signed_in_at timestamptz not null default now()
);
