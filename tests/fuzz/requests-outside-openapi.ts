import fc, { type Arbitrary } from 'fast-check'
import type { FuzzRequest, FuzzDictionary } from './fuzz-request.ts'
import { hostileStrings } from './hostile-inputs.ts'

/**
 * Generates requests outside the OpenAPI document: tus uploads, form uploads, chunks of broadcasts, media, live
 * updates, oEmbed, and the routes of the sign-in providers. Most of the generated requests are exactly what a real client
 * would send; some have a forged header or value.
 */
export function arbitraryRequestsOutsideOpenApi({ raw, actors }: FuzzDictionary): Arbitrary<FuzzRequest> {
  const upload = fc.constantFrom(...raw.uploads).map((id) => `/api/uploads/${id}`)
  const number = mostly(
    fc.nat(6000).map(String),
    fc.constantFrom('-1', '1e9', '99999999999999999999', '', '0x10', 'NaN'),
  )
  const tus = fc
    .record({
      path: upload,
      method: fc.constantFrom('HEAD', 'PATCH', 'PATCH', 'PATCH', 'DELETE', 'OPTIONS'),
      version: mostly(fc.constant('1.0.0'), fc.constantFrom('0.2.2', '', '2.0.0')),
      offset: fc.oneof(fc.constant('0'), number),
      type: mostly(
        fc.constant('application/offset+octet-stream'),
        fc.constantFrom('text/plain', 'multipart/form-data; boundary=x'),
      ),
      length: mostly(fc.constant(undefined), number),
      bytes: fc.oneof(fc.constant(Buffer.from('\0\0\0\x18ftypmp42')), bytesOf(5000)),
    })
    .map(({ path, method, version, offset, type, length, bytes }) => ({
      path,
      method,
      headers: {
        'tus-resumable': version,
        ...(method === 'PATCH' && { 'upload-offset': offset, 'content-type': type }),
        ...(length !== undefined && { 'upload-length': length }),
      },
      body: method === 'PATCH' ? bytes : undefined,
    }))
  const form = fc
    .record({
      path: upload,
      name: fc.constantFrom('file', 'other', 'a"; x="'),
      bytes: bytesOf(5000),
      end: fc.boolean(),
    })
    .map(({ path, name, bytes, end }) => ({
      path,
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=walls' },
      body: Buffer.concat([
        Buffer.from(`--walls\r\ncontent-disposition: form-data; name="${name}"; filename="a.mp4"\r\n\r\n`),
        bytes,
        Buffer.from(end ? '\r\n--walls--\r\n' : '\r\n--wal'),
      ]),
    }))
  const chunk = fc
    .record({
      path: fc.constantFrom(...raw.chunks),
      chunk: fc.oneof(fc.constantFrom('0', '1', '2'), number),
      sender: mostly(fc.constant(''), fc.oneof(fc.constant('0'), number)),
      method: mostly(fc.constant('POST'), fc.constantFrom('GET', 'PUT', 'DELETE')),
      bytes: fc.oneof(fc.constant(Buffer.from('\x1a\x45\xdf\xa3', 'latin1')), bytesOf(5000)),
    })
    .map(({ path, chunk: at, sender, method, bytes }) => ({
      path: `${path}/${encodeURIComponent(at)}${sender && `?sender=${sender}`}`,
      method,
      headers: { 'content-type': 'video/x-matroska' },
      body: method === 'GET' ? undefined : bytes,
    }))
  const range = fc.constantFrom(
    'bytes=0-3',
    'bytes=-2',
    'bytes=5-2',
    'bytes=999999-',
    'bytes=0-0,2-3',
    'letters=1-2',
  )
  const media = fc
    .record({
      path: fc.constantFrom(...raw.media),
      method: fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS'),
      headers: mostly(
        fc.constant<Record<string, string>>({}),
        fc.oneof(
          range.map((asked) => ({ range: asked })),
          fc.constant({ 'if-none-match': '*' }),
          fc.constant({ origin: 'https://elsewhere.example' }),
        ),
      ),
    })
    .map((asked) => ({ ...asked, body: undefined }))
  const words = fc.oneof(fc.constantFrom(...hostileStrings), fc.constantFrom(...raw.words))
  const asking = fc
    .record({
      path: fc.constantFrom(...raw.usernames),
      values: fc.array(words, { minLength: 3, maxLength: 3 }),
    })
    .map(({ path, values }) => {
      let at = 0
      const filled = path.replaceAll('*', () => encodeURIComponent(values[at++ % 3]!.toWellFormed()))
      return { path: filled.slice(0, 8000), method: 'GET', headers: {}, body: undefined }
    })
  const live = fc
    .record({
      path: fc.constantFrom(...raw.live),
      last: mostly(fc.constant(undefined), fc.constantFrom('0', '-1', 'x', '9'.repeat(30))),
    })
    .map(({ path, last }) => ({
      path,
      method: path.startsWith('/api/live/') ? 'POST' : 'GET',
      headers: last === undefined ? {} : { 'last-event-id': last },
      body: undefined,
    }))
  return fc
    .record({
      actor: fc.constantFrom(...actors),
      asked: fc.oneof(tus, tus, form, chunk, media, media, asking, live),
    })
    .map(({ actor, asked }) => ({ actor, ...asked }) as FuzzRequest)
}

function bytesOf(most: number): Arbitrary<Buffer> {
  return fc.uint8Array({ maxLength: most, size: 'max' }).map((bytes) => Buffer.from(bytes))
}

function mostly<A, B>(usual: Arbitrary<A>, else_: Arbitrary<B>): Arbitrary<A | B> {
  return fc.oneof({ arbitrary: usual, weight: 5 }, { arbitrary: else_, weight: 1 })
}
