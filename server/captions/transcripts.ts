import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTranscript, Transcript } from '#contract/content/captions/transcripts.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { stripCueMarkupExceptSpeakers, stripCueMarkup, type Cue } from '#media/captions/cue.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import { getCaptionTrackName } from '#server/content/content-captions.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { db } from '../platform/db/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/uuid.ts'
import { isOwnItem } from './require-own-item.ts'
import { loadMaskedCues } from './served-captions.ts'

interface TrackIds {
  id: string
  caption_id: string
}

/**
 * Returns the lines of a caption track with their times. Anyone who can watch the video can read its
 * transcript.
 */
export async function loadTranscript(
  viewer: Viewer,
  ids: TrackIds,
): Promise<ResponseOf<typeof getTranscript>> {
  const { track, cues } = await loadCuesForViewer(viewer, ids)
  return { ...presentTrack(track), cues: cues.map(presentCue) }
}

/**
 * Returns the cues of a caption track. The owner gets the stored text, even before the video is playable.
 * Other viewers get the text that players show, with links and contact details masked.
 */
export async function loadCuesForViewer(viewer: Viewer, { id, caption_id }: TrackIds) {
  const isOwner = await isOwnItem(viewer, id)
  if (!isOwner) await requireVisibleContent(viewer, id)
  if (!isUuid(caption_id)) throw new ApiError('captions_not_found')
  const track = await selectTracks(id).where('id', '=', caption_id).executeTakeFirst()
  const cues = track && (isOwner ? parseStoredCaptions(track.vtt) : await loadMaskedCues(id, track.file_id))
  if (!cues) throw new ApiError('captions_not_found')
  return { track, cues }
}

/**
 * Lists an item's caption tracks and returns the stored text of one track, including contact details. Only
 * staff who are reviewing the item may see this text. The caller must log the access.
 */
export async function loadTranscriptWithoutAccessCheck(
  contentId: string,
  captionId?: string,
): Promise<{ tracks: Omit<Transcript, 'cues'>[]; transcript: Transcript | null }> {
  const rows = await selectTracks(contentId)
    .orderBy('is_default', 'desc')
    .orderBy('language')
    .orderBy('is_sdh')
    .execute()
  const row = captionId === undefined ? rows[0] : rows.find(({ id }) => id === captionId)
  if (captionId !== undefined && !row) throw new ApiError('captions_not_found')
  const transcript = row && { ...presentTrack(row), cues: parseStoredCaptions(row.vtt).map(presentCue) }
  return { tracks: rows.map(presentTrack), transcript: transcript ?? null }
}

function selectTracks(contentId: string) {
  return db
    .selectFrom('captions')
    .select(['id', 'language', 'is_sdh', 'source', 'file_id', 'vtt'])
    .where('content_id', '=', contentId)
}

function presentTrack({ id, ...track }: Pick<CaptionTrack, 'id' | 'language' | 'is_sdh' | 'source'>) {
  return { id, language: track.language, name: getCaptionTrackName(track) }
}

function presentCue({ start, end, lines }: Cue) {
  // In a cue, every line repeats the voice tag with the speaker's name, but the transcript shows the name
  // only once.
  const text = lines.map((line, at) =>
    speakerOf(line) === speakerOf(lines[at - 1]) ? stripCueMarkup(line) : stripCueMarkupExceptSpeakers(line),
  )
  return { start: start / 1000, end: end / 1000, text: text.join('\n') }
}

const speakerOf = (line: string | undefined) => /^<v [^>]*>/.exec(line ?? '')?.[0]
