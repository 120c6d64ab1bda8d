import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import test, { after, before } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { storage } from '#server/platform/storage/storage.ts'
import { filmLike, Sending, sha256 } from '../faults/sending.ts'
import type { Visitor } from '../media/member.ts'
import { eventually } from '../support/eventually.ts'
import { at, openPlace, type Place } from './place.ts'

/** More than two of the bucket's parts, which are 5 MiB at the least. */
export const size = 12_500_000
const MB = 1024 * 1024

/** An upload that is begun at one server goes on at the other, byte for byte, wherever its bytes lie. */
export function resumed(files: 'bucket' | 'folder'): void {
  let place: Place
  let ada: Visitor

  before(async () => {
    // Nobody is to work on what is no film.
    place = await openPlace({ files, workers: 0 })
    ada = await place.joins()
  })
  after(() => place.close())

  test(`${files}: sent in pieces, each to the other server than the one before`, async () => {
    const sending = await Sending.announce(ada, filmLike(size))
    await sending.finish(1_700_000)
    assert.deepEqual([sending.breaks, sending.wentBack], [0, 0])
    await isWhole(sending)
  })

  test(`${files}: begun at one, which is killed in the middle; resumed at the other`, async () => {
    const sending = await Sending.announce(ada, filmLike(size))
    const [one, other] = place.webs
    await beginning(at(one!, ada), sending, 8 * MB)
    await one!.kill()
    await goesOn(at(other!, ada), sending)
    await place.startsAgain(one!)
    await isWhole(sending)
  })

  test(`${files}: begun at one, over a line that says nothing any more; resumed at the other, which takes it over`, async () => {
    const sending = await Sending.announce(ada, filmLike(size))
    const [one, other] = place.webs
    const leave = await beginning(at(one!, ada), sending, 6 * MB)
    const from = performance.now()
    const offset = await goesOn(at(other!, ada), sending)
    const seconds = (performance.now() - from) / 1000
    console.log(`${files}: taken over at ${offset} of ${size} bytes, ${seconds.toFixed(1)} s in all`)
    leave()
    assert.ok(offset > 0, 'what had come was thrown away')
    await isWhole(sending)
  })

  test(`${files}: sent at the same time at both, it is one file and none other`, async () => {
    const sending = await Sending.announce(ada, filmLike(size))
    await Promise.all(place.webs.map((web) => goesOn(at(web, ada), sending)))
    await isWhole(sending)
  })
}

export async function isWhole({ id, bytes }: Sending): Promise<void> {
  const object = await eventually(() => storage.open(`uploads/${id}`))
  assert.equal(sha256(new Uint8Array(await new Response(object.body).arrayBuffer())), sha256(bytes))
}

/** A request that says it brings all of it, brings so many bytes, and then nothing. Resolves with how to hang up. */
export async function beginning(who: Visitor, { url, bytes }: Sending, stopsAt: number) {
  const body = new Readable({ read() {} })
  body.push(bytes.subarray(0, stopsAt))
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const over = new AbortController()
  const init = { method: 'PATCH', headers, body: Readable.toWeb(body), duplex: 'half', signal: over.signal }
  void who.fetch(new URL(url).pathname, init as RequestInit).catch(() => undefined)
  await eventually(() => body.readableLength === 0)
  // On its way, and on the other side by now.
  await pause(200)
  return () => over.abort()
}

const tus = { 'tus-resumable': '1.0.0' }

/** As tus-js-client does: asks how far it has come, and sends the rest; until all is there. Answers where it went on first. */
export async function goesOn(who: Visitor, { url, bytes }: Sending): Promise<number> {
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
