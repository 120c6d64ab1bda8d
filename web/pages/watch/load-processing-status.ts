import type { ContentDetail } from '#contract/content/content.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/**
 * Loads the processing status of one of the viewer's own videos. Returns null if the video belongs to another
 * creator, is a broadcast or is already playable.
 */
export async function loadProcessingStatus(
  args: Parameters<typeof createApiClientFromContext>[0],
  { stream_id, stream_status }: ContentDetail,
): Promise<ProcessingStatus | null> {
  if (!stream_id || stream_status === 'ready' || stream_status === 'live') return null
  return createApiClientFromContext(args)(getProcessingStatus, { params: { streamId: stream_id } })
}
