/*
 * Tests the chat on the page on which a broadcast is made, and what the creator's helpers do.
 */
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { endAllBroadcasts } from '#tests/support/browser/broadcast-chat.ts'
import { onOneSite } from '#tests/support/browser/broadcast-stories/broadcast-story.ts'
import { moderateChatFromStudio } from '#tests/support/browser/broadcast-stories/chat-stories.ts'
import { broadcastLaunchOptions } from '#tests/support/browser/broadcast-studio.ts'
import { test } from '#tests/support/browser/browser-test.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(120_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
// The page of the previous test is closed by now.
test.beforeEach(() => endAllBroadcasts(site))
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`a creator approves a message in the studio, and a helper removes one: ${shape}`, ({
    person,
    expectedTrouble,
  }) =>
    moderateChatFromStudio(onOneSite(site, { person, expectedTrouble }), {
      tag: shape.replaceAll('-', '_'),
      options,
      capture: (page, screen) => checkPageAndCaptureScreenshot(page, screen, shape),
    }))
