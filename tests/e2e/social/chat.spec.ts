import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { announceBroadcast, chatLog, endAllBroadcasts } from '#tests/support/browser/broadcast-chat.ts'
import { onOneSite } from '#tests/support/browser/broadcast-stories/broadcast-story.ts'
import { chatDuringBroadcast } from '#tests/support/browser/broadcast-stories/chat-stories.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterEach(() => endAllBroadcasts(site))
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`two people chat, and the creator removes a message and turns on slow mode: ${shape}`, ({
    person,
    expectedTrouble,
  }) =>
    chatDuringBroadcast(onOneSite(site, { person, expectedTrouble }), {
      tag: shape.replaceAll('-', '_'),
      options,
      capture: (page, screen) => checkPageAndCaptureScreenshot(page, screen, shape),
    }))

test('a page that was offline gets the missed messages once', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED/)
  const { creator, id } = await announceBroadcast(site, 'chat_offline')
  const viewer = await person({ baseURL: site.url })
  await viewer.goto(`/watch/${id}`)
  await expect(viewer.getByText('Sign in to chat')).toBeVisible()
  const say = (body: string) => creator.call(postChatMessage, { params: { id }, body: { body } })
  await say('Before')
  await expect(chatLog(viewer).getByText('Before')).toHaveCount(1)
  // The page loads the code of the comments after the first interaction, which must not happen offline.
  await viewer.locator('#comments-title').click()
  await viewer.waitForLoadState('networkidle')
  await viewer.context().setOffline(true)
  for (let number = 1; number <= 30; number += 1) await say(`Missed ${number}.`)
  await viewer.context().setOffline(false)
  await say('After')
  await expect(chatLog(viewer).getByText('After')).toHaveCount(1, { timeout: 60_000 })
  await expect(chatLog(viewer).getByText(/^Missed \d+\.$/)).toHaveCount(30)
})
