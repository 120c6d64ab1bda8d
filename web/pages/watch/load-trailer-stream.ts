import { type Content, getContent } from '#contract/content/content.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'

/**
 * Loads the stream URL of a trailer that is an uploaded video on this site. Returns null if the trailer is an
 * external link, or if the viewer cannot access the trailer.
 */
export async function loadTrailerStreamUrl(
  args: Parameters<typeof createApiClientFromContext>[0],
  { trailer_url }: Content,
): Promise<string | null> {
  const id = /^\/watch\/([0-9a-f-]{36})$/.exec(trailer_url ?? '')?.[1]
  if (!id) return null
  try {
    return (await createApiClientFromContext(args)(getContent, { params: { id } })).stream_url
  } catch (thrown) {
    if (thrown instanceof ApiCallError) return null
    throw thrown
  }
}
