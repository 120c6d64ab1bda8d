import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import test, { after, before } from 'node:test'
import { postComment } from '#contract/comments.ts'
import { live as figures } from '#contract/limits.ts'
import { contentTopic } from '#server/events.ts'
import { transaction } from '#server/platform/db/db.ts'
import { listen, stopListening } from '#server/platform/http/listen.ts'
import { endStreams } from '#server/platform/event-stream.ts'
import { publish } from '#server/platform/live.ts'
import { Visitor } from '#tests/media/member.ts'
import { crowd } from '../support/crowd.ts'
import { eventually } from '../support/eventually.ts'
import { published } from '../support/films.ts'
import { Follower } from '../support/follower.ts'
import { type House, openHouse } from '../support/house.ts'
import { unsteady } from '../support/unsteady.ts'

let house: House
const usual = { ...figures }
before(async () => {
  house = await openHouse()
  // The same rules, fifty times as fast: 0.7 s instead of 35.
  Object.assign(figures, { heartbeat: 500, timeout: 200, reconnect: [100] })
})
after(async () => {
  Object.assign(figures, usual)
  await house.close()
})

test('a connection that dies without a word is found by both sides, and every comment arrives once', async (t) => {
  const server = await listen(house.app, { port: 0, host: '127.0.0.1' })
  const line = await unsteady({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  t.after(async () => {
    await stopListening(server, endStreams)
    await line.close()
  })
  const [ada] = (await crowd(house, 'dead', 1)) as [Awaited<ReturnType<typeof crowd>>[0]]
  const contentId = await published(ada)
  const says = async (body: string) =>
    (await ada.call(postComment, { params: { id: contentId }, body: { body } })).id
  const ear = new Follower(new Visitor(`http://127.0.0.1:${line.port}`), contentId, 0)
  const said = [await says('before')]
  await eventually(async () => ear.comments.length === 1)
  // It stays as long as both are well.
  await new Promise((later) => setTimeout(later, 2 * (figures.heartbeat + figures.timeout)))
  assert.deepEqual([ear.connections, ear.foundDead.length], [1, 0])

  const diedAt = Date.now()
  line.deaden()
  said.push(await says('meanwhile'))
  await eventually(async () => line.givenUp.length > 0 && ear.comments.length === 2)
  // What a busy machine takes is no part of the rule.
  const least = figures.heartbeat + figures.timeout + 1500
  assert.ok(line.givenUp[0]! - diedAt < least, `the server after ${line.givenUp[0]! - diedAt} ms`)
  assert.ok(ear.foundDead[0]! - diedAt < least, `the page after ${ear.foundDead[0]! - diedAt} ms`)
  said.push(await says('after'))
  await eventually(async () => ear.comments.length === 3)
  assert.deepEqual(ear.comments, said)
  await ear.stop()
})

test('who missed more than is kept loads anew, once, and goes on from there', async (t) => {
  const server = await listen(house.app, { port: 0, host: '127.0.0.1' })
  const line = await unsteady({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  t.after(async () => {
    await stopListening(server, endStreams)
    await line.close()
  })
  const [ada] = await crowd(house, 'away', 1)
  const contentId = await published(ada!)
  const says = async (body: string) =>
    (await ada!.call(postComment, { params: { id: contentId }, body: { body } })).id
  const ear = new Follower(new Visitor(`http://127.0.0.1:${line.port}`), contentId, 0)
  const said = [await says('before')]
  await eventually(async () => ear.comments.length === 1)
  line.mood = 'refuse'
  line.cut()
  said.push(await says('meanwhile'))
  const topic = contentTopic(contentId)
  await transaction(async (tx) => {
    for (let n = 0; n < figures.buffer; n += 1)
      await publish(tx, topic, 'counts', { likes_count: n, comments_count: 2 })
  })
  line.mood = 'pass'
  await eventually(async () => ear.resets === 1 && ear.connections === 3)
  said.push(await says('after'))
  await eventually(async () => ear.comments.length === 3)
  assert.deepEqual([ear.comments, ear.resets, ear.connections], [said, 1, 3])
  await ear.stop()
})
