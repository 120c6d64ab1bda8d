import { ApiError } from '#contract/errors/api-error.ts'

/** Bytes of a JSON body at most; files have ways of their own. */
const jsonMax = 64 * 1024

/** Reads a JSON body. Refuses what is too large, not JSON, not UTF-8, or says of itself that it is something else. */
export async function readJsonBody(request: Request): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) throw new ApiError('not_json')
  const bytes = await readBodyBytes(request, jsonMax, 'body_too_large')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError('malformed_json')
  }
}

/** Programs that say nothing are believed; a form of another site can't say this. */
function isJson(type: string | null): boolean {
  return type === null || /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)
}

/** Reads a body of at most `max` bytes into memory; more is refused as soon as it shows. */
export async function readBodyBytes(
  request: Request,
  max: number,
  refusal: 'body_too_large' | 'image_too_large',
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
