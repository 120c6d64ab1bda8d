/* The short form of `npm run test:history`: fewer people, fewer things, and each way to break once. */
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { closeSite } from '#tests/faults/site.ts'
import { history } from './history.ts'

after(closeSite)

test('what eight people did at random while the server was killed is there afterwards, as far as it was acknowledged', async () => {
  const seed = Math.floor(Math.random() * 1e6)
  const wish = { seed, operations: 800, clients: 8, faultEvery: 400 }
  const { world, faults, reading, broken } = await history(wish)
  assert.deepEqual([...reading.wrong, ...broken, ...world.wrong.keys()], [], `seed ${seed}`)
  assert.deepEqual([...faults.values()], [1, 1])
  assert.ok(world.outcomes.acknowledged > 400)
})
