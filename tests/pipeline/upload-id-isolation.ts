import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import test, { after, before } from 'node:test'
import fc from 'fast-check'
import { db } from '#server/platform/db/db.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { getUploadStore } from '#server/uploads/upload-store.ts'
import { type S3Server, startS3Server, createLocalS3Settings } from '#tests/support/servers/s3-server.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

/** Each file has a different size, so a size that appears in a response shows whose file was read. */
const sizes = { victims: 7321, segment: 4567, mine: 9000 }
const segment = 'media/Vic_timPlayback0001/1/240p/seg_00001.m4s'

/**
 * Tests attacks that send other users' upload IDs to the upload endpoint. The uploads are stored in a folder
 * or in a bucket.
 */
export function defineUploadIdIsolationTests({ inBucket }: { inBucket: boolean }): void {
  let s3Server: S3Server | undefined
  let site: PipelineTestApp
  let files: string
  let mallory: string
  /** The IDs of the victim’s upload and of the attacker’s current upload. */
  let theirs: string
  let mine: string
  const idsOfMine: string[] = []
  before(async () => {
    if (inBucket) s3Server = await startS3Server()
    site = await startPipelineTestApp({ env: s3Server ? createLocalS3Settings(s3Server.port) : {} })
    files = s3Server?.folder ?? join(site.dataDir, 'files')
    const victim = await site.join('victim')
    mallory = await site.join('mallory')
    theirs = await announce(victim, sizes.victims)
    await storage.putBytes(segment, Buffer.alloc(sizes.segment, 'x'))
    mine = await announce(mallory, sizes.mine)
    idsOfMine.push(mine)
  })
  after(async () => {
    await site.close()
    await s3Server?.close()
  })

  async function announce(who: string, size: number): Promise<string> {
    const body = { title: 'Harbour', content_type: 'music', file_name: 'a.mp4', file_size: size + 1000 }
    const headers = createTestUserHeaders(who, { 'content-type': 'application/json' })
    const response = await fetch(`${site.url}/api/uploads`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const { uploadURL } = (await response.json()) as { uploadURL: string }
    const type = { 'content-type': 'application/offset+octet-stream' }
    const video = Buffer.concat([
      Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1'),
      Buffer.alloc(size - 24),
    ])
    const tus = createTestUserHeaders(who, { 'tus-resumable': '1.0.0', 'upload-offset': '0', ...type })
    assert.equal((await fetch(uploadURL, { method: 'PATCH', headers: tus, body: video })).status, 204)
    return uploadURL.slice(-36)
  }

  /**
   * Sends a request target exactly as given, byte for byte. Returns the status and the `upload-offset` of the
   * response.
   */
  function ask(method: string, target: string, more: Record<string, string> = {}) {
    return new Promise<{ status: number; offset: string | undefined }>((resolve, reject) => {
      const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
      let response = ''
      socket.setEncoding('latin1')
      socket.on('data', (text) => (response += text)).on('error', reject)
      socket.on('close', () => {
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)
        resolve({ status, offset: /^upload-offset: (.*)$/im.exec(response)?.[1]?.trim() })
      })
      const headers = {
        host: '127.0.0.1',
        connection: 'close',
        'tus-resumable': '1.0.0',
        ...createTestUserHeaders(mallory),
        ...more,
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${more['content-length'] ? 'red!' : ''}`,
        'latin1',
      )
    })
  }

  /** Returns the path and hash of every stored file that is not the attacker's. */
  async function stored(): Promise<string[]> {
    const found = await readdir(files, { recursive: true, withFileTypes: true })
    const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    const others = paths.filter((path) => !path.includes(mine)).toSorted()
    const sha = async (path: string) =>
      createHash('sha1')
        .update(await readFile(path))
        .digest('hex')
    // Compares only the victim's objects in a bucket, because a bucket stores the parts of all uploads,
    // including the attacker's, under internal names.
    const shown = inBucket ? others.filter((path) => !path.includes('_S3rver_uploads')) : others
    return Promise.all(shown.map(async (path) => `${relative(files, path)} ${await sha(path)}`))
  }

  const foreignIds = () => [
    theirs,
    `uploads/${theirs}`,
    `${theirs}.info`,
    `../uploads/${theirs}`,
    `../${segment}`,
    `x/../../${segment}`,
    `../../etc/passwd`,
  ]
  /**
   * Sends fewer requests if uploads are stored in a bucket, because each request then takes ten times as
   * long. For a bucket, few requests are sufficient, because IDs are validated before any storage is
   * accessed.
   */
  const fewIds = () => (inBucket ? [theirs, `../${segment}`] : foreignIds())
  const encodings = [
    (text: string) => text,
    (text: string) => text.replaceAll('/', '%2F'),
    (text: string) => text.replaceAll('/', '%2f').replaceAll('.', '%2e'),
    (text: string) => text.replaceAll('/', '%252F'),
    (text: string) => text.replaceAll('/', '%5C'),
    (text: string) => encodeURIComponent(text).replaceAll('-', '%2D'),
  ]
  const shapes = [
    (own: string, id: string) => `/api/uploads/${own}?x=/${id}`,
    (own: string, id: string) => `/api/uploads/${own}?x=/${own}%2F..%2F${id}`,
    (own: string, id: string) => `/api/uploads/${own}?x=/${own}/../${id}`,
    (own: string, id: string) => `/api/uploads/${own}?/${id}/`,
    (own: string, id: string) => `/api/uploads/${own}#/${id}`,
    (own: string, id: string) => `/api/uploads/${own}?#/${id}`,
    (own: string, id: string) => `/api/uploads/${own}/${id}`,
    (own: string, id: string) => `/api/uploads/${own}/../${id}`,
    (own: string, id: string) => `/api/uploads/${own}%2F..%2F${id}`,
    (own: string, id: string) => `/api/uploads//${own}//${id}`,
    (own: string, id: string) => `/api/uploads/${own};/${id}`,
    (own: string, id: string) => `/api/uploads/${own}%00/${id}`,
    (own: string, id: string) => `/api/uploads/${id}?/${own}`,
    (own: string, id: string) => `http://evil.example/api/uploads/${own}?x=/${id}`,
    (own: string, id: string) => `http://x@127.0.0.1/api/uploads/${own}#/${id}`,
  ]
  const length = { 'content-length': '4', 'content-type': 'application/offset+octet-stream' }
  const requests: { method: string; more: Record<string, string> }[] = [
    { method: 'HEAD', more: {} },
    { method: 'PATCH', more: { ...length, 'upload-offset': String(sizes.victims) } },
    { method: 'PATCH', more: { ...length, 'upload-offset': String(sizes.segment) } },
    { method: 'PATCH', more: { ...length, 'upload-offset': '0' } },
    { method: 'OPTIONS', more: {} },
    {
      method: 'POST',
      more: { ...length, 'x-http-method-override': 'PATCH', 'upload-offset': String(sizes.victims) },
    },
    { method: 'POST', more: { 'content-length': '4', 'upload-length': '4', 'upload-metadata': 'x eA==' } },
    { method: 'DELETE', more: {} },
  ]

  async function attack(shape: (own: string, id: string) => string, id: string): Promise<void> {
    const othersBefore = await stored()
    for (const { method, more } of requests) {
      const target = shape(mine, id)
      const { status, offset } = await ask(method, target, more)
      const which = `${method} ${target}`
      assert.ok(status < 500, `${which}: ${status}`)
      assert.ok(offset !== String(sizes.victims) && offset !== String(sizes.segment), `${which} shows a size`)
      if (!(await exists(mine))) idsOfMine.push((mine = await announce(mallory, sizes.mine)))
    }
    const isMine = (line: string) => idsOfMine.some((one) => line.includes(one))
    const othersAfter = (await stored()).filter((line) => !isMine(line))
    assert.deepEqual(
      othersAfter,
      othersBefore.filter((line) => !isMine(line)),
      shape('MINE', id),
    )
  }

  const exists = (id: string) => db.selectFrom('uploads').select('id').where('id', '=', id).executeTakeFirst()

  test('an upload URL reaches only its own upload, whatever else the URL contains', async () => {
    for (const shape of shapes) for (const id of fewIds()) await attack(shape, id)
  })

  test('upload URLs with encoded IDs or random additions reach only their own upload', async () => {
    for (const encode of encodings.slice(1)) for (const id of fewIds()) await attack(shapes[0]!, encode(id))
    const piece = fc.constantFrom(
      '/',
      '?',
      '#',
      '%2F',
      '..',
      '%2e%2e',
      ';',
      '//',
      '%00',
      '&',
      '=',
      'x',
      theirs,
      encodings[1]!(segment),
    )
    const tail = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(tail, fc.constantFrom(...foreignIds()), async (relationship, id) =>
        attack((own) => `/api/uploads/${own}${relationship}/${id}`, id),
      ),
      { numRuns: inBucket ? 5 : 25 },
    )
  })

  test('the upload store refuses every key that does not belong to an upload', async () => {
    const store = getUploadStore()
    const keys = [
      segment,
      `uploads/${theirs}/../../${segment}`,
      `uploads/${theirs}.info`,
      `uploads/${theirs}/`,
      'uploads/',
      theirs,
      `uploads/${theirs.toUpperCase()}`,
      `/uploads/${theirs}`,
      `uploads/${theirs}\n`,
    ]
    for (const key of keys) {
      for (const use of [
        () => store.getUpload(key),
        () => store.remove(key),
        () => store.begin(key, 10),
        () => store.assemble(key),
        () => store.declareUploadLength(key, 10),
        () => store.write(Readable.from('red!'), key, 0),
      ])
        await assert.rejects(async () => use(), /not the key of an upload/, key)
    }
    assert.equal((await storage.stat(segment))?.size, sizes.segment)
  })
}
