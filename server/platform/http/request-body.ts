import { ApiError } from '#contract/errors/api-error.ts'

/** The maximum size of a JSON body in bytes. Files are uploaded to separate endpoints. */
const jsonMax = 64 * 1024

type BodySizeRefusal =
  | 'body_too_large'
  | 'image_too_large'
  | 'captions_too_large'
  | 'captions_draft_too_large'
  | 'broadcast_chunk_too_large'

/**
 * Reads a JSON body. Rejects a body that is too large, is not JSON, is not UTF-8, or has another content
 * type.
 */
export async function readJsonBody(
  request: Request,
  max = jsonMax,
  refusal: BodySizeRefusal = 'body_too_large',
): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('not_json')
  const bytes = await readBodyBytes(request, max, refusal)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError('malformed_json')
  }
}

/**
 * Returns whether the content type is JSON. A request without a content type is accepted, because such a
 * request cannot come from a cross-site form: forms always send a content type.
 */
function isJson(type: string | null): boolean {
  return type === null || /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)
}

/**
 * Reads a body of at most `max` bytes into memory. A larger body is rejected as soon as its size is known.
 */
export async function readBodyBytes(
  request: Request,
  max: number,
  refusal: BodySizeRefusal,
): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw new ApiError(refusal)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > max) throw new ApiError(refusal)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
