import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { storage } from '#server/platform/storage/storage.ts'
import { makeFakeVideo, ResumableUpload, sha256Hex } from '#tests/support/clients/resumable-upload.ts'
import type { HttpVisitor } from '#tests/support/clients/http-visitor.ts'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { visitorAt, openClusterSite, type ClusterSite } from './cluster-site.ts'

/** More than two of the bucket's parts, which are 5 MiB at the least. */
export const resumedUploadSize = 12_500_000
const MB = 1024 * 1024

/** An upload that is begun at one server goes on at the other, byte for byte, wherever its bytes lie. */
export function defineResumptionTests(files: 'bucket' | 'folder'): void {
  let place: ClusterSite
  let ada: HttpVisitor

  before(async () => {
    // Nobody is to work on what is no film.
    place = await openClusterSite({ files, workers: 0 })
    ada = await place.joins()
  })
  after(() => place.close())

  test(`${files}: sent in pieces, each to the other server than the one before`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumedUploadSize))
    await sending.finish(1_700_000)
    assert.deepEqual([sending.breaks, sending.wentBack], [0, 0])
    await assertUploadIntact(sending)
  })

  test(`${files}: begun at one, which is killed in the middle; resumed at the other`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumedUploadSize))
    const [one, other] = place.webs
    await startPartialUpload(visitorAt(one!, ada), sending, 8 * MB)
    await one!.kill()
    await finishUpload(visitorAt(other!, ada), sending)
    await place.startsAgain(one!)
    await assertUploadIntact(sending)
  })

  test(`${files}: begun at one, over a line that says nothing any more; resumed at the other, which takes it over`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumedUploadSize))
    const [one, other] = place.webs
    const leave = await startPartialUpload(visitorAt(one!, ada), sending, 6 * MB)
    const from = performance.now()
    const offset = await finishUpload(visitorAt(other!, ada), sending)
    const seconds = (performance.now() - from) / 1000
    console.log(
      `${files}: taken over at ${offset} of ${resumedUploadSize} bytes, ${seconds.toFixed(1)} s in all`,
    )
    leave()
    assert.ok(offset > 0, 'what had come was thrown away')
    await assertUploadIntact(sending)
  })

  test(`${files}: sent at the same time at both, it is one file and none other`, async () => {
    const sending = await ResumableUpload.announce(ada, makeFakeVideo(resumedUploadSize))
    await Promise.all(place.webs.map((web) => finishUpload(visitorAt(web, ada), sending)))
    await assertUploadIntact(sending)
  })
}

export async function assertUploadIntact({ id, bytes }: ResumableUpload): Promise<void> {
  const object = await waitUntil(() => storage.open(`uploads/${id}`))
  assert.equal(sha256Hex(new Uint8Array(await new Response(object.body).arrayBuffer())), sha256Hex(bytes))
}

/** A request that says it brings all of it, brings so many bytes, and then nothing. Resolves with how to hang up. */
export async function startPartialUpload(who: HttpVisitor, { url, bytes }: ResumableUpload, stopsAt: number) {
  const body = new Readable({ read() {} })
  body.push(bytes.subarray(0, stopsAt))
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const over = new AbortController()
  const init = { method: 'PATCH', headers, body: Readable.toWeb(body), duplex: 'half', signal: over.signal }
  void who.fetch(new URL(url).pathname, init as RequestInit).catch(() => undefined)
  await waitUntil(() => body.readableLength === 0)
  // On its way, and on the other side by now.
  await pause(200)
  return () => over.abort()
}

const tus = { 'tus-resumable': '1.0.0' }

/** As tus-js-client does: asks how far it has come, and sends the rest; until all is there. Answers where it went on first. */
export async function finishUpload(who: HttpVisitor, { url, bytes }: ResumableUpload): Promise<number> {
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
