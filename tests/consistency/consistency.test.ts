/*
 * A short version of `npm run test:consistency`, with few people, few operations and one run of each fault.
 */
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { runConsistencyCheck } from './consistency-run.ts'

after(stopSharedMultiProcessTestSite)

test('eight clients sending random operations lose no acknowledged write if connections break or the server is killed', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  const wish = { seed, operations: 400, clients: 8, faultEvery: 200 }
  const { model, faults, reading, broken } = await runConsistencyCheck(wish)
  assert.deepEqual([...reading.problems, ...broken, ...model.problems.keys()], [], `seed ${seed}`)
  assert.deepEqual([...faults.values()], [1, 1])
  assert.ok(model.outcomes.acknowledged > 200)
})
