-- The end of a staff member's session is now limited when the session starts, instead of on every request.
update sessions set expires_at = least(sessions.expires_at, sessions.created_at + interval '1 day')
from users where users.id = sessions.user_id and users.role <> 'user';
