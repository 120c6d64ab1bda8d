import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, statfs, unlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { db } from '#server/platform/db/db.ts'
import { transcodeContent } from '#server/transcoding/transcode.ts'
import { verifySiteIntegrity } from '#server/operations/verify/verify.ts'
import { makeTestPatternClip } from '#tests/support/media/test-pattern-clip.ts'
import {
  type PipelineTestApp,
  startPipelineTestApp,
  createTestUserHeaders,
} from '#tests/support/app/pipeline-test-app.ts'

/** A 2 MB disk, or undefined if the test lacks the permission to mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'afterbell-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  return folder
}

const disk = smallDisk()

let app: PipelineTestApp
let ada: string
before(async () => {
  app = await startPipelineTestApp(disk ? { env: { DATA_DIR: disk } } : {})
  ada = await app.join('ada')
})
after(async () => {
  await app.close()
  if (!disk) return
  // The app is closed first, because a disk that is in use cannot be unmounted.
  execFileSync('umount', [disk])
  rmSync(disk, { recursive: true })
})

/** Returns bytes that the first check of an upload takes for an MP4 file. */
function makeVideoLikeBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size, 7)
  bytes.write('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  return bytes
}

async function createUpload(fileSize: number): Promise<string> {
  const body = JSON.stringify({
    title: 'x',
    content_type: 'live',
    file_name: 'a.mp4',
    file_size: fileSize,
  })
  const headers = createTestUserHeaders(ada, { 'content-type': 'application/json' })
  const response = await fetch(`${app.url}/api/uploads`, { method: 'POST', headers, body })
  return ((await response.json()) as { uploadURL: string }).uploadURL
}

function makeTusHeaders(offset: number): Record<string, string> {
  return createTestUserHeaders(ada, {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset),
  })
}

function sendBytes(uploadURL: string, bytes: Buffer, offset: number): Promise<Response> {
  const body = bytes.subarray(offset) as BodyInit
  return fetch(uploadURL, { method: 'PATCH', headers: makeTusHeaders(offset), body })
}

test(
  'a full disk is reported, and the upload continues when there is space again',
  { skip: !disk && 'needs root' },
  async () => {
    const ballast = join(disk!, 'ballast')
    await writeFile(ballast, Buffer.alloc(1_000_000))
    const bytes = makeVideoLikeBytes(1_500_000)
    const uploadURL = await createUpload(bytes.length)
    const send = (offset: number) => sendBytes(uploadURL, bytes, offset)

    const full = await send(0)
    assert.equal(full.status, 507)
    assert.equal(((await full.json()) as { error: { title: string } }).error.title, 'Storage full')
    await unlink(ballast)
    const head = await fetch(uploadURL, {
      method: 'HEAD',
      headers: createTestUserHeaders(ada, { 'tus-resumable': '1.0.0' }),
    })
    const offset = Number(head.headers.get('upload-offset'))
    assert.ok(offset > 0 && offset < bytes.length)
    assert.equal((await send(offset)).status, 204)
  },
)

test(
  'a browser, which reads no response before it has sent everything, gets the error as well',
  { skip: !disk && 'needs root' },
  async () => {
    const bytes = makeVideoLikeBytes(24_000_000)
    const { host, port, hostname, pathname } = new URL(await createUpload(bytes.length))
    const headers = { host, 'content-length': String(bytes.length), ...makeTusHeaders(0) }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
    socket.resume()
    const [response] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    assert.match(response.toString(), /^HTTP\/1\.1 507 /)
  },
)

test(
  'nothing is published if the disk has no space for the renditions',
  { skip: !disk && 'needs root' },
  async () => {
    execFileSync('mount', ['-o', 'remount,size=20m', disk!])
    const { contentId, streamId } = await app.send(
      ada,
      await makeTestPatternClip('avi', { seconds: 2 }),
      'clip.avi',
    )
    const { bavail, bsize } = await statfs(disk!)
    const ballast = join(disk!, 'ballast')
    await writeFile(ballast, Buffer.alloc(bavail * bsize - 30_000))
    const never = new AbortController().signal
    for (const attempt of [1, 2, 3]) {
      const running = transcodeContent({ contentId }, { signal: never })
      if (attempt < 3) await assert.rejects(running)
      else await running
    }
    const item = await db
      .selectFrom('content')
      .select(['stream_status', 'stream_url', 'playback_id'])
      .where('id', '=', contentId)
      .executeTakeFirstOrThrow()
    assert.deepEqual([item.stream_status, item.stream_url], ['failed', null])
    assert.deepEqual(
      await readdir(join(disk!, 'files/media', item.playback_id), { recursive: true }).catch(() => []),
      [],
    )

    await unlink(ballast)
    const retried = await fetch(`${app.url}/api/streams/${streamId}/retry`, {
      method: 'POST',
      headers: createTestUserHeaders(ada),
    })
    assert.equal(retried.status, 202)
    await transcodeContent({ contentId }, { signal: never })
    const { findings } = await verifySiteIntegrity()
    assert.deepEqual(
      findings.filter(({ what, where }) => (what + where).includes(contentId)),
      [],
    )
  },
)
