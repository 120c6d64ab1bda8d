import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { ApiError } from '#contract/errors/api-error.ts'
import { readFilePart, requireFormContentType } from './multipart-parser.ts'

const boundary = '----x7'
const type = `multipart/form-data; boundary=${boundary}`

function form(
  parts: { name: string; bytes: Buffer; fileName?: string | undefined }[],
  end = '--\r\n',
): Buffer {
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
  return Buffer.concat(await Array.fromAsync(readFilePart(inPieces(body, size), type, 'file')))
}

test('returns the bytes of the file unchanged, however they are split across network packets', async () => {
  // Generates bytes that often look like the start of a boundary.
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

test('reads the name of a form part even if a file name contains name=', async () => {
  const body = form([
    { name: 'other', bytes: Buffer.from('no'), fileName: 'name=file' },
    { name: 'file', bytes: Buffer.from('yes') },
  ])
  assert.equal((await read(body)).toString(), 'yes')
})

test('rejects a form that is truncated, has no file or contains too much other data', async () => {
  const note = { name: 'note', bytes: Buffer.from('x') }
  const film = { name: 'file', bytes: Buffer.alloc(5000, 'x') }
  await refused(form([note]), 'video_required')
  await refused(form([film]).subarray(0, 3000), 'upload_failed')
  await refused(form([film], ''), 'upload_failed')
  await refused(Buffer.alloc(0), 'upload_failed')
  await refused(form([{ name: 'note', bytes: Buffer.alloc(70_000) }, film]), 'body_too_large')
})

test('reads multipart boundaries with and without quotes and other parameters', async () => {
  for (const written of [
    type,
    `${type}; charset=utf-8`,
    `multipart/form-data; charset=utf-8; boundary="${boundary}"`,
  ])
    assert.equal((await readAs(written)).toString(), 'yes')
  for (const other of [null, 'text/plain', 'multipart/form-data', `multipart/mixed; boundary=${boundary}`])
    assert.throws(() => requireFormContentType(other), isApiError('upload_failed'))
})

test('reports the name of an uploaded file before the file’s first byte, and accepts a file without a name', async () => {
  const names: string[] = []
  const formWith = (fileName?: string) => form([{ name: 'file', bytes: Buffer.from('yes'), fileName }])
  for (const fileName of ['a b.mp4', undefined])
    for await (const _ of readFilePart(inPieces(formWith(fileName), 10), type, 'file', (name) =>
      names.push(name),
    ));
  assert.deepEqual(names, ['a b.mp4', ''])
  const refuse = () => {
    throw new ApiError('unsupported_format')
  }
  const parts = readFilePart(inPieces(formWith('a.exe'), 10), type, 'file', refuse)
  await assert.rejects(parts.next(), isApiError('unsupported_format'))
})

test("ends the file's stream with an error when the connection breaks", async () => {
  const whole = form([{ name: 'file', bytes: Buffer.alloc(200_000, 'x') }])
  async function* breaking() {
    yield* inPieces(whole.subarray(0, 100_000), 1000)
    throw new Error('socket hang up')
  }
  await assert.rejects(Array.fromAsync(readFilePart(breaking(), type, 'file')), /socket hang up/)
})

test('reads a form no faster than the consumer reads the uploaded file', async () => {
  let sent = 0
  async function* counting() {
    for await (const piece of inPieces(
      form([{ name: 'file', bytes: Buffer.alloc(20 * 2 ** 20, 'x') }]),
      65_536,
    )) {
      sent += piece.length
      yield piece
    }
  }
  const parts = readFilePart(counting(), type, 'file')
  await parts.next()
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(sent < 2 ** 20, `${sent} bytes were read ahead`)
  await parts.return(undefined)
})

async function readAs(contentType: string): Promise<Buffer> {
  const body = form([{ name: 'file', bytes: Buffer.from('yes') }])
  return Buffer.concat(
    await Array.fromAsync(readFilePart(inPieces(body, 7), requireFormContentType(contentType), 'file')),
  )
}

function isApiError(code: string) {
  return (error: unknown) => error instanceof ApiError && error.code === code
}

async function refused(body: Buffer, code: string): Promise<void> {
  await assert.rejects(read(body, 1000), isApiError(code))
}
