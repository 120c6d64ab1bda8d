import { defineMessages, message } from '#i18n/define-messages.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { captionLanguageName } from '#contract/content/caption-languages.ts'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import type { Content } from '#contract/content/content.ts'

export interface CaptionRow extends Pick<
  CaptionTrack,
  'id' | 'language' | 'is_sdh' | 'is_default' | 'cue_count' | 'source'
> {
  file_id: string
  updated_at: string | Date
}

/** The captions of an item. Use this expression only in a query that selects from `content`. */
export const contentCaptionsSql = sql<CaptionRow[]>`(select coalesce(jsonb_agg(jsonb_build_object('id', id,
    'language', language, 'is_sdh', is_sdh, 'is_default', is_default, 'file_id', file_id, 'cue_count', cue_count,
    'source', source, 'updated_at', updated_at) order by language, is_sdh), '[]') from captions where content_id = content.id)`

/** Returns the captions of a playable item. Captions are served under the same path as the item's media. */
export function presentCaptions(
  rows: readonly CaptionRow[],
  { playback_id, stream_url }: Pick<Content, 'playback_id' | 'stream_url'>,
): CaptionTrack[] {
  return playback_id && stream_url ? rows.map((row) => presentCaptionTrack(row, playback_id)) : []
}

export function presentCaptionTrack({ file_id, ...row }: CaptionRow, playbackId: string): CaptionTrack {
  return {
    ...row,
    name: getCaptionTrackName(row),
    url: `/media/${playbackId}/captions/${file_id}.vtt`,
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

/**
 * Returns the name that viewers choose, such as `English (CC)` or `English (automatic)`. Each caption track
 * of an item has a different name.
 */
export function getCaptionTrackName({ language, is_sdh, source }: NamedCaptions): string {
  const name = languageNames.get(language) ?? captionLanguageName(language) ?? language
  languageNames.set(language, name)
  if (source === 'automatic') return messages.automatic({ name })
  return is_sdh ? `${name} (CC)` : name
}

/** Caption drafts have no `source`, because all drafts are written by people. */
type NamedCaptions = Pick<CaptionTrack, 'language' | 'is_sdh'> & Partial<Pick<CaptionTrack, 'source'>>

const messages = defineMessages('watch/caption-names', {
  automatic: message<{ name: string }>('{name} (automatic)'),
})

/**
 * Caches the names of caption languages, because every watch page needs them and `Intl.DisplayNames` is slow
 * to create.
 */
const languageNames = new LRUCache<string, string>({ max: 500 })
