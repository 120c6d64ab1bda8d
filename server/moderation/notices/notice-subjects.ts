import { config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import type { ModerationSubject } from '../reports/moderation-subject.ts'
import { isUuid } from '#server/platform/uuid.ts'

/**
 * Finds the item, comment or person that a URL of this site refers to, even if the sender cannot access it.
 * The sender of a notice must not learn whether the URL matched any content.
 */
export async function findSubjectByUrl(on: Db | Tx, address: string): Promise<ModerationSubject | undefined> {
  const path = sitePathOf(address)
  const [, item] = /^\/watch\/([0-9a-f-]{36})$/i.exec(path) ?? []
  if (item) return findItemSubject(on, 'id', item)
  const [, playback] = /^\/(?:embed|media)\/([\w-]{1,60})(?:\/|$)/.exec(path) ?? []
  if (playback) return findItemSubject(on, 'playback_id', playback)
  const [, user] = /^\/creator\/id\/([0-9a-f-]{36})$/i.exec(path) ?? []
  if (user) return findPersonSubject(on, 'user_id', user)
  const [, name] = /^\/creator\/(\w{3,20})$/.exec(path) ?? []
  return name ? findPersonSubject(on, 'username', name) : undefined
}

/**
 * Returns the path of an absolute or relative URL of this site. For an invalid URL or a URL of another site,
 * returns an empty path, which matches no page.
 */
function sitePathOf(address: string): string {
  const own = new URL(config.publicUrl)
  const whole = /^https?:\/\//i.test(address) || address.startsWith('/') ? address : `https://${address}`
  const url = URL.parse(whole, own)
  if (!url || url.hostname.replace(/^www\./, '') !== own.hostname.replace(/^www\./, '')) return ''
  return url.pathname.replace(/\/+$/, '')
}

async function findItemSubject(
  on: Db | Tx,
  column: 'id' | 'playback_id',
  value: string,
): Promise<ModerationSubject | undefined> {
  if (column === 'id' && !isUuid(value)) return undefined
  const row = await selectItemsWithoutAccessCheck(on)
    .select(['content.id', 'content.user_id'])
    .where(`content.${column}`, '=', value)
    .where('content.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { subject: 'content', contentId: row.id, commentId: null, userId: row.user_id }
}

async function findPersonSubject(
  on: Db | Tx,
  column: 'user_id' | 'username',
  value: string,
): Promise<ModerationSubject | undefined> {
  if (column === 'user_id' && !isUuid(value)) return undefined
  const row = await selectPeopleWithoutAccessCheck(on)
    .select('profiles.user_id')
    .where(({ eb, fn }) =>
      column === 'user_id'
        ? eb('profiles.user_id', '=', value)
        : eb(fn('lower', ['profiles.username']), '=', value.toLowerCase()),
    )
    .executeTakeFirst()
  return row && { subject: 'profile', contentId: null, commentId: null, userId: row.user_id }
}
