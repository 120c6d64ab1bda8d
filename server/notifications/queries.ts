import { sql } from 'kysely'
import { actorsShown } from '#contract/notifications.ts'
import { db } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { amongPeople } from '../safety/people.ts'
import { textFor } from '../safety/shown-text.ts'
import { causeStands } from './shown.ts'

interface Actor {
  notification_id: string
  user_id: string
  username: string
  avatar_url: string | null
  /** How many people in all. */
  count: number
}

/** The newest three people behind each entry, and how many there are: each counted once, those who took it back not at all. */
export async function actorsOf(viewer: Member, ids: string[]): Promise<Map<string, Actor[]>> {
  const { rows } = await sql<Actor>`
    select notification_id, user_id, username, avatar_url, count from (
      select cause.notification_id, profiles.user_id, profiles.username, profiles.avatar_url,
        count(*) over (partition by cause.notification_id)::int as count,
        row_number() over (partition by cause.notification_id order by max(cause.made_at) desc, profiles.user_id) as place
      from notification_causes as cause
      join ${amongPeople(viewer)} as profiles on profiles.user_id = cause.actor_id
      where cause.notification_id = any(${ids}::uuid[]) and ${causeStands(viewer)}
      group by cause.notification_id, profiles.user_id, profiles.username, profiles.avatar_url
    ) as actors
    where place <= ${actorsShown}
    order by notification_id, place`.execute(db)
  return Map.groupBy(rows, ({ notification_id }) => notification_id)
}

const excerptLength = 140

/** The newest comment of each entry that is about comments. */
export async function excerptsOf(viewer: Member, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ notification_id: string; excerpt: string }>`
    select distinct on (cause.notification_id) cause.notification_id, comments.body as excerpt
    from notification_causes as cause
    join comments on comments.id = cause.subject_id
    where cause.notification_id = any(${ids}::uuid[]) and cause.kind = 'comment' and ${causeStands(viewer)}
    order by cause.notification_id, cause.made_at desc`.execute(db)
  const cut = (text: string) => Array.from(textFor(viewer, text)).slice(0, excerptLength).join('')
  return new Map(rows.map(({ notification_id, excerpt }) => [notification_id, cut(excerpt)]))
}
