import type { ContentDetail } from '#contract/content/content.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { createApiClient } from '#web/api/request-services.ts'

/**
 * The processing status of the viewer's own item; null for other people's items
 * and for those processed long ago.
 */
export async function loadProcessingStatus(
  args: Parameters<typeof createApiClient>[0],
  { stream_id, stream_status }: ContentDetail,
): Promise<ProcessingStatus | null> {
  if (!stream_id || stream_status === 'ready') return null
  return createApiClient(args)(getProcessingStatus, { params: { streamId: stream_id } })
}
