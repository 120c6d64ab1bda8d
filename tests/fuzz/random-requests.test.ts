import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { startFuzzTestSite, type FuzzTestSite } from './fuzz-test-site.ts'
import { sendRandomRequests } from './random-requests.ts'

let site: FuzzTestSite
before(async () => {
  site = await startFuzzTestSite()
})
after(() => site.close())

const storms = [
  { name: 'fixed seed', seed: 4242, count: 500 },
  { name: 'new seed', seed: Date.now() % 2 ** 31, count: 250 },
]

for (const { name, seed, count } of storms)
  test(`random requests generated from the OpenAPI document never crash the server or break an API rule: ${name}`, async () => {
    console.log(`seed ${seed}`)
    const told = await sendRandomRequests(site, { count, seed })
    const { failure, broken, gaps, byStatus } = told
    assert.equal(failure, null)
    assert.deepEqual(broken, [])
    assert.ok(site.isRunning())
    assert.ok((gaps[0]?.blocked ?? 0) <= 250, JSON.stringify(gaps[0]))
    // If one of the following statuses never occurs, the run has not exercised the API.
    for (const status of [200, 204, 401, 404, 405, 422])
      assert.ok(byStatus[status], `no ${status} among them`)
  })
