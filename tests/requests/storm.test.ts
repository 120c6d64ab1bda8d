import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { openSite, type Site } from './site.ts'
import { storm } from './storm.ts'

let site: Site
before(async () => {
  site = await openSite()
})
after(() => site.close())

const storms = [
  { name: 'the same each time', seed: 4242, count: 500 },
  { name: 'other ones each time', seed: Date.now() % 2 ** 31, count: 250 },
]

for (const { name, seed, count } of storms)
  test(`random requests from the API’s own description break no rule: ${name}`, async () => {
    console.log(`seed ${seed}`)
    const told = await storm(site, { count, seed })
    const { failure, broken, gaps, byStatus } = told
    assert.equal(failure, null)
    assert.deepEqual(broken, [])
    assert.ok(site.lives())
    assert.ok((gaps[0]?.held ?? 0) <= 250, JSON.stringify(gaps[0]))
    // Else something else was tried than the API.
    for (const status of [200, 204, 401, 404, 405, 422])
      assert.ok(byStatus[status], `no ${status} among them`)
  })
