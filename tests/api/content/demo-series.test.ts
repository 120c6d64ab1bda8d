import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { getSeries, listEpisodes, listOwnSeries } from '#contract/content/series.ts'
import { demoClips } from '../../../bin/demo/clips.ts'
import { createDemoSeries, demoSeries } from '../../../bin/demo/series.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'

let testApp: TestApp
let creator: TestUser
const [series] = demoSeries
before(async () => {
  testApp = await startTestApp()
  creator = await testApp.signUpMember(series.by)
})
after(() => testApp.close())

test('the demo data contains a series with two seasons, which is created only once', async () => {
  const known = new Map<string, string | undefined>()
  const records = {
    has: (key: string) => known.has(key),
    getId: (key: string) => known.get(key),
    record: async (key: string, id?: string) => void known.set(key, id),
  }
  const titles = series.seasons.flat()
  for (const title of titles) {
    assert.ok(demoClips.some((clip) => clip.title === title && clip.by === series.by && clip.type === 'show'))
    known.set(`clip:${title}`, await createPublishedVideo(creator, { title, type: 'tv_show' }))
  }
  for (let run = 0; run < 2; run += 1)
    await createDemoSeries(new Map([[series.by, creator]]), records, (title) => `clip:${title}`)
  const { items } = await creator.call(listOwnSeries, { query: {} })
  assert.equal(items.length, 1)
  const { id } = items[0]!
  const { seasons } = await testApp.anonymousUser().call(getSeries, { params: { id } })
  assert.deepEqual(seasons, [
    { season: 1, episodes_count: 2 },
    { season: 2, episodes_count: 2 },
  ])
  const episodes = await creator.call(listEpisodes, { params: { id }, query: {} })
  assert.deepEqual(
    episodes.items.map(({ content }) => content.title),
    titles,
  )
})
