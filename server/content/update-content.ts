import type { OwnContent, updateContent } from '#contract/content/own-content.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { isGenreAllowedForUploadType } from '#contract/content/genres.ts'
import { type ContentType, toUploadType } from '#contract/content/content-types.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { emitEvent } from '#server/domain-events.ts'
import { db, type Tx, transaction } from '../platform/db/db.ts'
import type { Member } from '../platform/http/viewer.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { chosenVisibilitySql } from '#server/access-policy/visible-content.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { validateAdChanges } from './content-ads.ts'
import { loadOwnContentItem } from './own-content.ts'
import {
  applyPublicationChanges,
  type PublicationSettings,
  getPublicationTimeColumns,
  toPublicationColumns,
} from './publication/publication.ts'
import { enqueueScheduledPublication } from './publication/publish-scheduled-videos.ts'
import { normalizeTrailerUrl } from './trailer-url.ts'
import { requireValidChapters } from './content-chapters.ts'
import { requireValidTags } from './content-tags.ts'
import { checkContentText, updateModerationAfterEdit } from './content-text-checks.ts'

type Changes = ParsedInputOf<typeof updateContent>['body']

export async function updateOwnContent(
  viewer: Member,
  id: string,
  changes: Changes,
  host: string,
): Promise<OwnContent> {
  await transaction(async (tx) => {
    const item = await loadOwnContentForUpdate(tx, viewer, id)
    const genre = changes.genre?.toLowerCase()
    if (genre !== undefined) assertGenreFitsType(item.content_type, genre)
    const trailer_url = await normalizeTrailerUrl(tx, viewer, changes.trailer_url, host)
    const ads = validateAdChanges(viewer, changes, item.duration_seconds)
    const tags = changes.tags && requireValidTags(viewer, changes.tags)
    const chapters = changes.custom_chapters && requireValidChapters(changes.custom_chapters, item)
    const submitted = { ...changes, trailer_url, custom_chapters: chapters }
    const read = checkContentText(viewer, submitted, changes.anyway, item)
    const { rating, comment_mode } = changes
    const { custom_chapters, ...texts } = read.texts
    const publication = applyPublicationChanges(item, changes)
    if (rating === 'all' && item.rating_by_decision) throw new ApiError('rating_fixed')
    await tx
      .updateTable('content')
      .set({
        ...omitUndefined({ ...texts, rating, genre, tags, comment_mode }),
        ...(custom_chapters !== undefined && {
          custom_chapters: custom_chapters && JSON.stringify(custom_chapters),
        }),
        ...toPublicationColumns(publication),
        ...(isPublishedNow(item, publication) && getPublicationTimeColumns()),
        ...ads,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
    // Open live-update streams must check again whether their viewers are still allowed to watch the video.
    if (changes.visibility !== undefined || rating !== undefined || isPublishedNow(item, publication))
      await emitEvent(tx, { type: 'content_visibility_changed', contentId: id })
    if (comment_mode !== undefined && comment_mode !== item.comment_mode)
      await emitEvent(tx, { type: 'comment_mode_changed', contentId: id })
    if (publication.publish_at && publication.publish_at.getTime() !== item.publish_at?.getTime()) {
      enforceRateLimit('schedules', viewer.id)
      await enqueueScheduledPublication(tx, id, publication.publish_at)
    }
    await updateModerationAfterEdit(tx, viewer, item, read)
  })
  return loadOwnContentItem(viewer, id)
}

/** Locks the viewer's own item. Throws `content_not_found` for other people's items. */
export async function loadOwnContentForUpdate(tx: Tx | typeof db, viewer: Member, id: string) {
  const row = await selectOwnItems(viewer.id, tx)
    .select([
      'content.id',
      'content_type',
      'playback_id',
      'cover_url',
      'thumbnail_url',
      'stream_thumbnail_url',
    ])
    .select(['duration_seconds', 'content.rating_by_decision', 'publication_state', 'publish_at'])
    .select(chosenVisibilitySql.as('visibility'))
    .select([
      'comment_mode',
      'title',
      'description',
      'trailer_url',
      'custom_chapters',
      'moderation',
      'hold_reasons',
    ])
    .where('content.id', '=', id)
    .forUpdate('content')
    .executeTakeFirst()
  if (!row) throw new ApiError('content_not_found')
  return row
}

function isPublishedNow(before: PublicationSettings, after: PublicationSettings): boolean {
  return before.publication_state !== 'published' && after.publication_state === 'published'
}

function assertGenreFitsType(type: ContentType, genre: string): void {
  if (!isGenreAllowedForUploadType(toUploadType(type), genre)) throw new ApiError('genre_unknown')
}

function omitUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}
