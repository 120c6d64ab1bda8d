import { type CaptionFileFormat, captionFormats } from '#contract/content/captions.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { serializeSrt, serializeWebVtt } from '#media/captions/serialize-captions.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/uuid.ts'
import { loadCuesForViewer } from './transcripts.ts'

const contentTypes: Record<CaptionFileFormat, string> = {
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
}

/**
 * Serves a caption track as a downloadable file. Anyone who can watch the video can download its captions.
 */
export async function serveCaptionDownload(
  viewer: Viewer,
  { id, captionId }: { id: string; captionId: string },
  url: URL,
): Promise<Response> {
  const asked = url.searchParams.get('format') ?? 'vtt'
  const format = captionFormats.find((one) => one === asked)
  if (!isUuid(id) || !format) throw new ApiError('content_not_found')
  const { track, cues } = await loadCuesForViewer(viewer, { id, caption_id: captionId })
  const name = `captions.${track.language}${track.is_sdh ? '.cc' : ''}.${format}`
  return new Response(format === 'srt' ? serializeSrt(cues) : serializeWebVtt(cues), {
    headers: {
      'content-type': contentTypes[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
