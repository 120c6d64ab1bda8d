/* Two workers on two machines: what one was at when it died, the other takes over. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { invariants } from '../faults/invariants.ts'
import { workingOn } from '../faults/at-work.ts'
import { films, noteReady, notReadyOnce, settledDown, standing, uploaded } from '../faults/filming.ts'
import type { Visitor } from '../media/member.ts'
import { eventually } from '../support/eventually.ts'
import { openPlace, type Place } from './place.ts'

let place: Place
let ada: Visitor

before(async () => {
  place = await openPlace()
  ada = await place.joins()
  await noteReady()
})
after(() => place.close())

test('both work: of several films each makes some', async () => {
  const film = await films.middle()
  const busy = new Set<number>()
  const ids = await Promise.all(Array.from({ length: 3 }, () => uploaded(ada, film)))
  const more = await Promise.all(Array.from({ length: 3 }, () => uploaded(ada, film)))
  await eventually(async () => {
    for (const worker of place.workers) if ((await workingOn(worker)).length > 0) busy.add(worker.pid)
    return busy.size === 2
  }, 60)
  const ended = await settledDown([...ids, ...more], 180)
  assert.deepEqual([...new Set(ended.map(({ state }) => state))], ['ready'])
})

test('kill -9 of the one that makes a film: the other makes it, within 45 s, and it is ready once', async () => {
  const id = await uploaded(ada, await films.long())
  const victim = await eventually(async () => {
    for (const worker of place.workers) if ((await workingOn(worker)).length > 0) return worker
    return undefined
  }, 60)
  const [{ fence } = { fence: NaN }] = await standing([id])
  await victim.kill()
  const from = Date.now()
  const taken = await eventually(async () => {
    const [now] = await standing([id])
    return now && now.fence > fence && now.startedAt ? now.startedAt.getTime() - from : undefined
  }, 60)
  console.log(`workers: taken over after ${(taken / 1000).toFixed(1)} s`)
  assert.ok(taken < 45_000)
  const [ended] = await settledDown([id], 240)
  assert.equal(ended?.state, 'ready')
  assert.deepEqual(await notReadyOnce([id]), [])
  const again = await place.startsAgain(victim)
  assert.deepEqual(await invariants(), [])
  // Nothing of a film stays on the machines that work.
  for (const { dataDir } of [...place.webs, ...place.workers].filter((one) => one !== again))
    assert.deepEqual(await readdir(join(dataDir, 'files')).catch(() => []), [])
})
