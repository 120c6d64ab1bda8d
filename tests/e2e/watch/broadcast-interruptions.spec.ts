import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import { onOneSite } from '#tests/support/browser/broadcast-stories/broadcast-story.ts'
import {
  continueAfterLostConnection,
  continueFromNewPage,
} from '#tests/support/browser/broadcast-stories/interrupted-broadcast.ts'
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

test('a broadcast continues from a new page after its page was closed, and the viewer sees a pause', ({
  person,
  expectedTrouble,
}) =>
  continueFromNewPage(onOneSite(site, { person, expectedTrouble }), {
    capture: (page, screen) => checkPageAndCaptureScreenshot(page, screen, 'phone-dark'),
  }))

test('no video is lost if the connection of the creator drops for fifteen seconds', ({
  person,
  expectedTrouble,
}) => continueAfterLostConnection(onOneSite(site, { person, expectedTrouble })))
