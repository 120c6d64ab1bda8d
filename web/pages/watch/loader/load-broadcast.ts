import { type Broadcast, getBroadcast } from '#contract/broadcasts/broadcasts.ts'
import type { ContentDetail } from '#contract/content/content.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'

/** Loads the broadcast of an item that has no recording yet. Returns null for all other items. */
export async function loadBroadcast(
  args: Parameters<typeof createLoaderApiClient>[0],
  { id, stream_status }: ContentDetail,
): Promise<Broadcast | null> {
  return stream_status === 'live' ? createLoaderApiClient(args)(getBroadcast, { params: { id } }) : null
}
