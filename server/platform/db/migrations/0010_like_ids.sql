-- A like has an id, as the specification names it (section 3); who likes what stays its key.
alter table likes add column id uuid not null unique default uuidv7();
