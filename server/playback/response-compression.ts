import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)

export type ResponseEncoding = 'br' | 'gzip'

/**
 * Returns whether compressing a file saves space, which is true for playlists and storyboards because they
 * are text. For a two-hour video, compression reduces a playlist or storyboard from 90 KB to 5 KB.
 */
export function isCompressibleFile(key: string): boolean {
  return /\.(m3u8|vtt)$/.test(key)
}

/**
 * Returns the content encoding for this client, or undefined if the response is sent uncompressed. Range
 * requests always get the original bytes.
 */
export function negotiateEncoding({ headers }: Request): ResponseEncoding | undefined {
  if (headers.has('range')) return undefined
  const accepted = (headers.get('accept-encoding') ?? '').toLowerCase().split(',')
  const takes = (name: string) =>
    accepted.some((one) => one.split(';')[0]!.trim() === name && !/q=0(\.0*)?\s*$/.test(one))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}

/** Compresses bytes. Compressing 90 KB takes 3 ms. */
export async function compressBytes(
  bytes: Uint8Array,
  encoding: ResponseEncoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const packed =
    encoding === 'gzip'
      ? await asGzip(bytes)
      : await asBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  return new Uint8Array(packed)
}

/**
 * Returns the ETag of a response in the given encoding. Responses in different encodings need different ETags
 * (RFC 9110 §8.8.3.3).
 */
export function etagForEncoding(etag: string, encoding: ResponseEncoding | undefined): string {
  return encoding ? etag.replace(/"$/, `-${encoding}"`) : etag
}
