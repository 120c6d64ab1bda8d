import type { OneContent } from '#contract/content.ts'
import { getStream, type Stream } from '#contract/uploads.ts'
import { apiOf } from '#web/api/context.ts'

/** How far the processing of one's own item is; null for everybody else and for what has long been done. */
export async function ownStream(
  args: Parameters<typeof apiOf>[0],
  { stream_id, stream_status }: OneContent,
): Promise<Stream | null> {
  if (!stream_id || stream_status === 'ready') return null
  return apiOf(args)(getStream, { params: { streamId: stream_id } })
}
