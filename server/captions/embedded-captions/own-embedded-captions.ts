import type {
  acceptEmbeddedCaptions,
  listEmbeddedCaptions,
  EmbeddedCaptions,
} from '#contract/content/captions/embedded-captions.ts'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { ParsedInputOf, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { listCueLines } from '#media/captions/cue.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import { getCaptionTrackName, presentCaptionTrack } from '#server/content/content-captions.ts'
import { loadOwnContentForUpdate } from '#server/content/update-content.ts'
import { db, type Db, transaction, type Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { isUuid } from '#server/platform/uuid.ts'
import { enforceRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { requireOwnItem } from '../require-own-item.ts'
import { moderateCues } from '../read-caption-file.ts'
import { insertCaptionTrack, requireUnusedCaptionLanguage } from '../stored-caption-tracks.ts'

type Acceptance = ParsedInputOf<typeof acceptEmbeddedCaptions>['body']
interface OfferId {
  id: string
  offer_id: string
}

/** Lists the text tracks of the viewer's own video that are not captions yet. */
export async function listOwnEmbeddedCaptions(
  viewer: Member,
  id: string,
): Promise<ResponseOf<typeof listEmbeddedCaptions>> {
  await requireOwnItem(viewer, id)
  const rows = await db
    .selectFrom('offered_captions')
    .select(['id', 'language', 'is_sdh', 'vtt', 'cue_count', 'created_at'])
    .where('content_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { items: rows.map(presentOffer) }
}

function presentOffer({ vtt, created_at, ...row }: OfferRow): EmbeddedCaptions {
  const { language, is_sdh } = row
  const lines = listCueLines(parseStoredCaptions(vtt)).slice(0, 3)
  return {
    ...row,
    name: language && getCaptionTrackName({ language, is_sdh, source: 'file' }),
    excerpt: lines.map(({ text }) => text).join('\n'),
    created_at: created_at.toISOString(),
  }
}

interface OfferRow {
  id: string
  language: string | null
  is_sdh: boolean
  vtt: string
  cue_count: number
  created_at: Date
}

/**
 * Turns a text track found in the video's file into the video's captions in the given language. The text of
 * the track is checked in the same way as the text of a caption file.
 */
export async function acceptOwnEmbeddedCaptions(
  viewer: Member,
  { id, offer_id }: OfferId,
  { language, is_sdh, anyway }: Acceptance,
): Promise<CaptionTrack> {
  await requireOwnItem(viewer, id)
  const { vtt } = await requireOffer(db, id, offer_id)
  const track = { content_id: id, language, is_sdh, source: 'file' as const }
  await requireUnusedCaptionLanguage(db, track, { automatic: 'replaced' })
  enforceRateLimit('captions', viewer.id)
  const cues = parseStoredCaptions(vtt)
  const checked = await moderateCues(cues, listCueLines(cues), { band: viewer.band, anyway })
  return transaction(async (tx) => {
    const { playback_id } = await loadOwnContentForUpdate(tx, viewer, id)
    await requireOffer(tx, id, offer_id)
    const row = await insertCaptionTrack(tx, track, checked)
    await tx.deleteFrom('offered_captions').where('id', '=', offer_id).execute()
    return presentCaptionTrack(row, playback_id!)
  })
}

export async function deleteOwnEmbeddedCaptions(
  viewer: Member,
  { id, offer_id }: OfferId,
): Promise<undefined> {
  await requireOwnItem(viewer, id)
  await requireOffer(db, id, offer_id)
  await db.deleteFrom('offered_captions').where('id', '=', offer_id).execute()
}

/** Sends a text track as a WebVTT file, so that the creator can read and correct it. */
export async function downloadOwnEmbeddedCaptions(
  viewer: Member,
  { id, offer_id }: OfferId,
): Promise<Response> {
  if (!isUuid(id)) throw new ApiError('content_not_found')
  await requireOwnItem(viewer, id)
  if (!isUuid(offer_id)) throw new ApiError('captions_not_found')
  const { vtt, language } = await requireOffer(db, id, offer_id)
  return new Response(vtt, {
    headers: {
      'content-type': 'text/vtt; charset=utf-8',
      'content-disposition': `attachment; filename="captions.${language ?? 'und'}.vtt"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function requireOffer(on: Db | Tx, contentId: string, id: string) {
  const row = await on
    .selectFrom('offered_captions')
    .select(['vtt', 'language'])
    .where('id', '=', id)
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  if (!row) throw new ApiError('captions_not_found')
  return row
}
