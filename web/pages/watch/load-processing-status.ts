import type { ContentDetail } from '#contract/content/content.ts'
import { getProcessingStatus, type ProcessingStatus } from '#contract/content/uploads.ts'
import { createApiClient } from '#web/api/request-services.ts'

/** How far the processing of one's own item is; null for everybody else and for what has long been done. */
export async function loadProcessingStatus(
  args: Parameters<typeof createApiClient>[0],
  { stream_id, stream_status }: ContentDetail,
): Promise<ProcessingStatus | null> {
  if (!stream_id || stream_status === 'ready') return null
  return createApiClient(args)(getProcessingStatus, { params: { streamId: stream_id } })
}
