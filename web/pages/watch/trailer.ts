import { type Content, getContent } from '#contract/content.ts'
import { CallError } from '#web/api/call.ts'
import { apiOf } from '#web/api/context.ts'

/** The stream of a trailer that is an upload of this site; null for foreign links and for what this viewer may not see. */
export async function trailerOf(
  args: Parameters<typeof apiOf>[0],
  { trailer_url }: Content,
): Promise<string | null> {
  const id = /^\/watch\/([0-9a-f-]{36})$/.exec(trailer_url ?? '')?.[1]
  if (!id) return null
  try {
    return (await apiOf(args)(getContent, { params: { id } })).stream_url
  } catch (thrown) {
    if (thrown instanceof CallError) return null
    throw thrown
  }
}
