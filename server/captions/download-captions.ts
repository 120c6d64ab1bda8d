import { type CaptionFileFormat, captionFormats } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { parseStoredCaptions } from '#media/captions/parse-captions.ts'
import { writeSrt, writeWebVtt } from '#media/captions/write-captions.ts'
import { requireVisibleContent } from '#server/content/get-content.ts'
import { selectOwnItems } from '#server/access-policy/content-queries.ts'
import { db } from '../platform/db/db.ts'
import { type Viewer, viewerIdOf } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/uuid.ts'
import { loadServedCues } from './served-captions.ts'

const contentTypes: Record<CaptionFileFormat, string> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
}

/**
 * Sends captions as a file. Everyone who may watch the video gets them as players show them. The owner gets the
 * stored text, also before the video can be played.
 */
export async function serveCaptionDownload(
  viewer: Viewer,
  { id, captionId }: { id: string; captionId: string },
  url: URL,
): Promise<Response> {
  const asked = url.searchParams.get('format') ?? 'vtt'
  const format = captionFormats.find((one) => one === asked)
  if (!isUuid(id) || !format) throw new ApiError('content_not_found')
  const isOwner = await isOwnItem(viewer, id)
  if (!isOwner) await requireVisibleContent(viewer, id)
  if (!isUuid(captionId)) throw new ApiError('captions_not_found')
  const row = await db
    .selectFrom('captions')
    .select(['language', 'is_sdh', 'file_id', 'vtt'])
    .where('content_id', '=', id)
    .where('id', '=', captionId)
    .executeTakeFirst()
  const cues = row && (isOwner ? parseStoredCaptions(row.vtt) : await loadServedCues(id, row.file_id))
  if (!cues) throw new ApiError('captions_not_found')
  const name = `captions.${row.language}${row.is_sdh ? '.cc' : ''}.${format}`
  return new Response(format === 'srt' ? writeSrt(cues) : writeWebVtt(cues), {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

async function isOwnItem(viewer: Viewer, id: string): Promise<boolean> {
  if (viewer.kind === 'anonymous') return false
  const row = await selectOwnItems(viewerIdOf(viewer))
    .select('content.id')
    .where('content.id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
