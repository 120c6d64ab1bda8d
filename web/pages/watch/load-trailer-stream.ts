import { type Content, getContent } from '#contract/content/content.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { createApiClient } from '#web/api/request-services.ts'

/**
 * The stream URL of a trailer uploaded to this site; null for external links and for
 * trailers that the viewer may not see.
 */
export async function loadTrailerStreamUrl(
  args: Parameters<typeof createApiClient>[0],
  { trailer_url }: Content,
): Promise<string | null> {
  const id = /^\/watch\/([0-9a-f-]{36})$/.exec(trailer_url ?? '')?.[1]
  if (!id) return null
  try {
    return (await createApiClient(args)(getContent, { params: { id } })).stream_url
  } catch (thrown) {
    if (thrown instanceof ApiCallError) return null
    throw thrown
  }
}
