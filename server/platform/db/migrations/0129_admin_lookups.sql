-- The admin console searches accounts by the start of an email address or name, and filters the audit log (decision 102).
create index users_email_prefix on users (email text_pattern_ops);
create index profiles_username_prefix on profiles (lower(username) text_pattern_ops);
create index profiles_display_name_prefix on profiles (lower(display_name) text_pattern_ops);
create index audit_log_action on audit_log ((entry::jsonb ->> 'did'), seq desc);
create index audit_log_actor on audit_log ((entry::jsonb ->> 'actor'), seq desc);
