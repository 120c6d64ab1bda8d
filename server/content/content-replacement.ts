import { presentProcessingError } from './processing-errors/processing-errors.ts'
import { sql } from 'kysely'
import type { VideoReplacement } from '#contract/content/replacements.ts'
import { config } from '../platform/config.ts'

interface Row extends Omit<VideoReplacement, 'upload_url' | 'error'> {
  upload_id: string | null
  error_title: string | null
  error_detail: string | null
}

const refusalId = sql`select decisions.id from decisions
  where stream_replacements.state = 'refused' and decisions.content_id = stream_replacements.content_id
    and decisions.action = 'refuse_replacement' and decisions.reversed_at is null
    and decisions.made_at >= stream_replacements.created_at
  order by decisions.made_at desc limit 1`

/**
 * The newest replacement of an item's file, unless it was cancelled. Use this expression only in a query that
 * selects from `content`.
 */
export const contentReplacementSql = sql<Row | null>`(select jsonb_build_object('state', state, 'percent', percent,
    'eta_seconds', ceil(eta_seconds), 'waiting_for', waiting_for, 'error_title', error_title,
    'error_detail', error_detail, 'finished_at', finished_at, 'upload_id', uploads.id, 'statement_id', (${refusalId}))
  from stream_replacements left join uploads on uploads.replaces_content_id = stream_replacements.content_id
    and uploads.completed_at is null
  where stream_replacements.content_id = content.id and state <> 'cancelled')`

export function presentReplacement(row: Row | null): VideoReplacement | null {
  if (!row) return null
  const { upload_id, error_title: title, error_detail: detail, percent, finished_at, ...shown } = row
  return {
    ...shown,
    percent: Math.round(percent * 10) / 10,
    upload_url: upload_id && `${config.publicUrl}/api/uploads/${upload_id}`,
    error: presentProcessingError(title, detail),
    finished_at: finished_at && new Date(finished_at).toISOString(),
  }
}
