import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#contract/errors/api-error.ts'
import { parseBoundary, readFilePart } from './multipart.ts'

const boundary = '----x7'

function form(parts: { name: string; bytes: Buffer; fileName?: string }[], end = '--\r\n'): Buffer {
  const pieces = parts.flatMap(({ name, bytes, fileName }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n`,
    'Content-Type: video/mp4\r\n\r\n',
    bytes,
    '\r\n',
  ])
  return Buffer.concat([...pieces, `--${boundary}${end}`].map((piece) => Buffer.from(piece as string)))
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(body: Buffer, size = body.length): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readFilePart(inPieces(body, size), boundary, 'file')))
}

test('returns the bytes of the file unchanged, however the network splits them', async () => {
  // Bytes that are likely to look like the start of a boundary.
  const boundaryLikeBytes = fc.array(fc.constantFrom('\r', '\n', '-', '--', `\r\n--`, boundary, 'x', '\0'), {
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(boundaryLikeBytes, fc.integer({ min: 1, max: 50 }), async (words, size) => {
      const bytes = Buffer.from(words.join('').replaceAll(`\r\n--${boundary}`, ''))
      fc.pre(!bytes.includes(`\r\n--${boundary}`) && !`\r\n${bytes}\r\n`.includes(`\r\n--${boundary}`))
      const body = form([
        { name: 'note', bytes: Buffer.from('hello') },
        { name: 'file', bytes, fileName: 'a.mp4' },
        { name: 'file', bytes: Buffer.from('a second one') },
      ])
      assert.deepEqual(await read(body, size), bytes)
    }),
    { numRuns: 300 },
  )
})

test("reads a part's own name, not one inside a file name", async () => {
  const body = form([
    { name: 'other', bytes: Buffer.from('no'), fileName: 'name=file' },
    { name: 'file', bytes: Buffer.from('yes') },
  ])
  assert.equal((await read(body)).toString(), 'yes')
})

test('rejects a form that is truncated, has no file or has too much other data', async () => {
  const note = { name: 'note', bytes: Buffer.from('x') }
  const film = { name: 'file', bytes: Buffer.alloc(5000, 'x') }
  await refused(form([note]), 'video_required')
  await refused(form([film]).subarray(0, 3000), 'upload_failed')
  await refused(form([film], ''), 'upload_failed')
  await refused(Buffer.alloc(0), 'upload_failed')
  await refused(form([{ name: 'note', bytes: Buffer.alloc(70_000) }, film]), 'body_too_large')
})

test('parses boundaries as browsers and programs write them', () => {
  assert.equal(
    parseBoundary('multipart/form-data; boundary=----WebKitFormBoundaryA1'),
    '----WebKitFormBoundaryA1',
  )
  assert.equal(parseBoundary('multipart/form-data; charset=utf-8; boundary="a b"'), 'a b')
  for (const type of [null, 'text/plain', 'multipart/form-data', 'multipart/mixed; boundary=x'])
    assert.throws(() => parseBoundary(type), ApiError)
})

async function refused(body: Buffer, code: string): Promise<void> {
  await assert.rejects(read(body, 1000), (error) => error instanceof ApiError && error.code === code)
}
