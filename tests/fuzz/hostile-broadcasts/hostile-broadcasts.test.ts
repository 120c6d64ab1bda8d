/*
 * Hostile senders of broadcasts are refused with a reason, leave nothing behind, and neither slow down the API nor
 * disturb another broadcast. `npm run bench:live-hostile` measures the same for longer and prints all figures.
 */
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { stopSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import { findAttackProblems, formatAttack } from './attack-report.ts'
import { measureHostileBroadcasts } from './measure-hostile-broadcasts.ts'

after(stopSharedMultiProcessTestSite)

test('hostile senders are refused with a reason, leave nothing behind and do not slow down others', async () => {
  const result = await measureHostileBroadcasts({ windowMs: 500 })
  console.log(result.attacks.map(formatAttack).join('\n'))
  assert.deepEqual(result.attacks.flatMap(findAttackProblems), [])
  const { attacks: _, longestPauseSeconds, ...others } = result
  assert.deepEqual(others, {
    apiErrors: 0,
    isOnAirToTheEnd: true,
    wrongFrames: 0,
    unexpectedResponses: [],
    leftovers: [],
  })
  assert.ok(longestPauseSeconds < 2, `the other broadcast paused for ${longestPauseSeconds} s`)
})
