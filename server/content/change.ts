import type { OwnContent, updateContent } from '#contract/content.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { isGenreOf } from '#contract/genres.ts'
import { type ContentType, uploadTypeOf } from '#contract/kinds.ts'
import { Refusal } from '#contract/refusals.ts'
import { announce } from '../events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { ownItems } from '../safety/items.ts'
import { adChanges } from './ads.ts'
import { ownOne } from './own.ts'
import { storedTrailer } from './trailer.ts'
import { readTexts, standAnew } from './texts.ts'

type Changes = ParsedOf<typeof updateContent>['body']

/** Changes one's own item. */
export async function change(
  viewer: Member,
  id: string,
  changes: Changes,
  host: string,
): Promise<OwnContent> {
  await transaction(async (tx) => {
    const item = await ownForUpdate(tx, viewer, id)
    const genre = changes.genre?.toLowerCase()
    if (genre !== undefined) refuseForeignGenre(item.content_type, genre)
    const trailer_url = await storedTrailer(tx, viewer, changes.trailer_url, host)
    const ads = adChanges(viewer, changes, item.duration_seconds)
    const read = readTexts(viewer, { ...changes, trailer_url }, changes.anyway, item)
    const { visibility, rating } = changes
    if (rating === 'all' && item.rating_by_decision) throw new Refusal('rating_fixed')
    await tx
      .updateTable('content')
      .set({
        ...defined({ ...read.texts, visibility, rating, genre }),
        ...ads,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
    // Whoever watches right now is asked again whether they may.
    if (visibility !== undefined || rating !== undefined)
      await announce(tx, { what: 'audience_changed', contentId: id })
    await standAnew(tx, viewer, item, read)
  })
  return ownOne(viewer, id)
}

/** Locks one's own item. Anybody else's does not exist. */
export async function ownForUpdate(tx: Tx | typeof db, viewer: Member, id: string) {
  const row = await ownItems(viewer.id, tx)
    .select([
      'content.id',
      'content_type',
      'playback_id',
      'cover_url',
      'thumbnail_url',
      'stream_thumbnail_url',
    ])
    .select(['duration_seconds', 'content.rating_by_decision'])
    .select(['title', 'description', 'trailer_url', 'moderation', 'held_why'])
    .where('content.id', '=', id)
    .forUpdate('content')
    .executeTakeFirst()
  if (!row) throw new Refusal('content_not_found')
  return row
}

function refuseForeignGenre(type: ContentType, genre: string): void {
  if (!isGenreOf(uploadTypeOf(type), genre)) throw new Refusal('genre_unknown')
}

function defined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
