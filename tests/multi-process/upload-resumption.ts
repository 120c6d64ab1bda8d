import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { storage } from '#server/platform/storage/storage.ts'
import { makeFakeVideo, ResumableUpload } from '#tests/support/clients/resumable-upload.ts'
import { sha256Hex } from '#tests/support/media/sha256-hex.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { cloneClientForServer, startClusterTestSite, type ClusterTestSite } from './cluster-test-site.ts'

/**
 * The size of an upload in bytes, large enough to need more than two parts of an S3 multipart upload. Every
 * part except the last is at least 5 MiB long.
 */
export const resumptionTestFileSize = 12_500_000
const MB = 1024 * 1024

/**
 * Tests that an upload can be started on one server and resumed on the other without corrupting the file. The
 * uploads are stored in a bucket or in a folder.
 */
export function defineUploadResumptionTests(files: 'bucket' | 'folder'): void {
  let site: ClusterTestSite
  let ada: HttpTestClient

  before(async () => {
    // No worker runs, because the uploaded files are not videos, so processing would fail.
    site = await startClusterTestSite({ files, workers: 0 })
    ada = await site.signUpMember()
  })
  after(() => site.close())

  test(`${files}: the chunks of an upload can alternate between the servers`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumptionTestFileSize))
    await sending.finish(1_700_000)
    assert.deepEqual([sending.breaks, sending.wentBack], [0, 0])
    await assertUploadIntact(sending)
  })

  test(`${files}: an upload resumes on the other server after the first is killed`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumptionTestFileSize))
    const [one, other] = site.webServers
    await startStalledUpload(cloneClientForServer(one!, ada), sending, 8 * MB)
    await one!.kill()
    await finishUpload(cloneClientForServer(other!, ada), sending)
    await site.restart(one!)
    await assertUploadIntact(sending)
  })

  test(`${files}: an upload resumes on the other server while the connection to the first is stalled`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumptionTestFileSize))
    const [one, other] = site.webServers
    const leave = await startStalledUpload(cloneClientForServer(one!, ada), sending, 6 * MB)
    const from = performance.now()
    const offset = await finishUpload(cloneClientForServer(other!, ada), sending)
    const seconds = (performance.now() - from) / 1000
    console.log(
      `${files}: taken over at ${offset} of ${resumptionTestFileSize} bytes, ${seconds.toFixed(1)} s in total`,
    )
    leave()
    assert.ok(offset > 0, 'what had come was thrown away')
    await assertUploadIntact(sending)
  })

  test(`${files}: concurrent uploads to both servers produce one intact file`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumptionTestFileSize))
    await Promise.all(site.webServers.map((web) => finishUpload(cloneClientForServer(web, ada), sending)))
    await assertUploadIntact(sending)
  })
}

export async function assertUploadIntact({ id, bytes }: ResumableUpload): Promise<void> {
  const object = await waitUntil(() => storage.open(`uploads/${id}`))
  assert.equal(sha256Hex(new Uint8Array(await new Response(object.body).arrayBuffer())), sha256Hex(bytes))
}

/**
 * Starts a PATCH that sends only the first `stopsAt` bytes and then goes silent. Resolves with a function
 * that closes the connection.
 */
export async function startStalledUpload(
  who: HttpTestClient,
  { url, bytes }: ResumableUpload,
  stopsAt: number,
) {
  const body = new Readable({ read() {} })
  body.push(bytes.subarray(0, stopsAt))
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const over = new AbortController()
  const init = { method: 'PATCH', headers, body: Readable.toWeb(body), duplex: 'half', signal: over.signal }
  void who.fetch(new URL(url).pathname, init as RequestInit).catch(() => undefined)
  await waitUntil(() => body.readableLength === 0)
  // Waits long enough for the bytes to reach the server.
  await pause(200)
  return () => over.abort()
}

const tus = { 'tus-resumable': '1.0.0' }

/**
 * Finishes an upload as tus-js-client does: reads the offset and sends the rest until everything has arrived.
 * Returns the first offset at which the upload resumed.
 */
export async function finishUpload(who: HttpTestClient, { url, bytes }: ResumableUpload): Promise<number> {
  const path = new URL(url).pathname
  let first: number | undefined
  for (let tries = 0; tries < 20; tries += 1) {
    const head = await who.fetch(path, { method: 'HEAD', headers: tus })
    assert.equal(head.status, 200)
    const offset = Number(head.headers.get('upload-offset'))
    first ??= offset
    if (offset === bytes.length) return first
    const headers = {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    }
    const init = { method: 'PATCH', headers, body: bytes.subarray(offset) as BodyInit }
    const answer = await who.fetch(path, init).catch(() => undefined)
    if (answer && !answer.ok) {
      assert.ok([409, 423, 503].includes(answer.status), `${answer.status} ${await answer.text()}`)
      await pause(300)
    }
  }
  throw new Error('it never came to its end')
}
