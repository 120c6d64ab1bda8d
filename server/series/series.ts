import { sql } from 'kysely'
import type { createSeries, SeriesDetail, updateSeries } from '#contract/content/series.ts'
import { seriesLimits } from '#contract/content/episode-numbers.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { selectOwnSeries } from '#server/access-policy/series-queries.ts'
import { type Tx, transaction } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { checkUserText } from '#server/text-moderation/check-user-text.ts'
import { loadSeries } from './get-series.ts'
import { lockOwnSeries } from './own-series.ts'

/** Creates a series without episodes. */
export async function createOwnSeries(
  viewer: Member,
  { title, description, anyway }: ParsedInputOf<typeof createSeries>['body'],
): Promise<SeriesDetail> {
  enforceRateLimit('series', viewer.id)
  const texts = {
    title: checkSeriesText(viewer, 'title', title, anyway),
    description: checkSeriesText(viewer, 'description', description, anyway),
  }
  return transaction(async (tx) => {
    await requireRoomForSeries(tx, viewer)
    const { id } = await tx
      .insertInto('series')
      .values({ user_id: viewer.id, ...texts })
      .returning('id')
      .executeTakeFirstOrThrow()
    return loadSeries(viewer, id, tx)
  })
}

/**
 * Throws `too_many_series` at the limit. The lock makes concurrent requests by one person run one after
 * another.
 */
async function requireRoomForSeries(tx: Tx, viewer: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`series ${viewer.id}`}, 7276))`.execute(tx)
  const { count } = await selectOwnSeries(viewer.id, tx)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= seriesLimits.perUser) throw new ApiError('too_many_series')
}

export async function updateOwnSeries(
  viewer: Member,
  id: string,
  { title, description, anyway }: ParsedInputOf<typeof updateSeries>['body'],
): Promise<SeriesDetail> {
  enforceRateLimit('series', viewer.id)
  await transaction(async (tx) => {
    const before = await lockOwnSeries(tx, viewer, id)
    const changes = {
      ...(title !== undefined &&
        title !== before.title && { title: checkSeriesText(viewer, 'title', title, anyway) }),
      ...(description !== undefined &&
        description !== before.description && {
          description: checkSeriesText(viewer, 'description', description, anyway),
        }),
    }
    await tx
      .updateTable('series')
      .set({ ...changes, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  })
  return loadSeries(viewer, id)
}

/** Deletes the viewer's own series. The videos of the series remain. */
export async function deleteOwnSeries(viewer: Member, id: string): Promise<undefined> {
  enforceRateLimit('series', viewer.id)
  await transaction(async (tx) => {
    await lockOwnSeries(tx, viewer, id)
    await tx.deleteFrom('series').where('id', '=', id).execute()
  })
}

/**
 * Checks the text of a series. Series have no moderation state, so text that a moderator would have to review
 * first is rejected, as for playlists.
 */
function checkSeriesText(
  viewer: Member,
  field: 'title' | 'description',
  text: string,
  anyway: boolean | undefined,
): string {
  const checked = checkUserText(field, text, { band: viewer.band, anyway })
  if (checked.held.length > 0) throw new ApiError(`series_${field}_held`)
  return checked.text
}
