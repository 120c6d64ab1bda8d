import { type Content, listOwnContent } from '#contract/content.ts'
import { getStream, type Stream } from '#contract/uploads.ts'
import { apiOf } from '#web/api/context.ts'

/** How far the processing of one's own item is; null for everybody else and for what has long been done. */
export async function ownStream(
  args: Parameters<typeof apiOf>[0],
  { id, mine, stream_status }: Content,
): Promise<Stream | null> {
  if (!mine || stream_status === 'ready') return null
  const api = apiOf(args)
  const own = await api(listOwnContent, { query: { limit: 100 } })
  const found = own.items.find((item) => item.id === id)
  return found ? api(getStream, { params: { streamId: found.stream_id } }) : null
}
