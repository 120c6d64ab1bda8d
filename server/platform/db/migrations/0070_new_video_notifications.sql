-- Whether the follower wants a notification about each new video. Nobody does unless they ask for it (decisions/054).
alter table follows add column new_video_notifications boolean not null default false;
create index follows_to_notify on follows (followed_id, follower_id) where state = 'approved' and new_video_notifications;

-- When the followers were notified of a video, or null if they were not. Every video that exists before this migration counts as
-- announced, because no follower could ask for notifications before.
alter table content add column followers_notified_at timestamptz default 'epoch';
alter table content alter column followers_notified_at drop default;
