import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { onOneSite } from '#tests/support/browser/broadcast-stories/broadcast-story.ts'
import { stopBroadcastOnAir } from '#tests/support/browser/broadcast-stories/stop-broadcast.ts'
import { watchBroadcast } from '#tests/support/browser/broadcast-stories/watch-broadcast.ts'
import { broadcastLaunchOptions } from '#tests/support/browser/broadcast-studio.ts'
import { test } from '#tests/support/browser/browser-test.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(180_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`a broadcast is watched live and later as a recording: ${shape}`, ({ person, expectedTrouble }) =>
    watchBroadcast(onOneSite(site, { person, expectedTrouble }), {
      tag: shape,
      options,
      capture: (page, screen) => checkPageAndCaptureScreenshot(page, screen, shape),
    }))

test('when a moderator stops a broadcast, viewers receive no further video, and the creator sees the reason', ({
  person,
  expectedTrouble,
}) =>
  stopBroadcastOnAir(onOneSite(site, { person, expectedTrouble }), { tag: 'stopped', staffWatches: true }))
