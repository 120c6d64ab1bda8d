import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import {
  announceBroadcast,
  chatBox,
  chatLog,
  endAllBroadcasts,
} from '#tests/support/browser/broadcast-chat.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterEach(() => endAllBroadcasts(site))
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`two people chat, and the creator removes a message and turns on slow mode: ${shape}`, async ({
    person,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/429|422/)
    const tag = shape.replaceAll('-', '_')
    const { creator: account, id } = await announceBroadcast(site, `chat_${tag}`)
    const creator = await person({ ...options, baseURL: site.url })
    await setSessionCookies(creator, account)
    const viewer = await person({ ...options, baseURL: site.url })
    await setSessionCookies(viewer, await signUpOverHttp(site.url, `fan_${tag}`))
    await Promise.all([creator.goto(`/watch/${id}`), viewer.goto(`/watch/${id}`)])
    await expect(chatLog(viewer)).toContainText('No messages yet. Say hi!')
    await chatBox(viewer).fill('Hello from the front row')
    await chatBox(viewer).press('Enter')
    await expect(chatBox(viewer)).toHaveValue('')
    await expect(chatLog(creator)).toContainText(`@fan_${tag} Hello from the front row`)
    await chatBox(creator).fill('Welcome everybody')
    await chatBox(creator).press('Enter')
    await expect(chatLog(viewer)).toContainText('Welcome everybody')
    await expect(chatLog(viewer).getByText('Creator', { exact: true })).toBeVisible()
    // The text of a message that was not sent stays in the box.
    await chatBox(viewer).fill('fuck this')
    await chatBox(viewer).press('Enter')
    await expect(viewer.getByText(/^Your message wasn’t sent/)).toBeVisible()
    await expect(chatBox(viewer)).toHaveValue('fuck this')
    await checkPageAndCaptureScreenshot(viewer, 'chat-viewer', shape)
    await chatBox(viewer).fill('')

    await creator.getByRole('button', { name: `More actions for the message by @fan_${tag}` }).click()
    await creator.getByRole('menuitem', { name: 'Remove message' }).click()
    await expect(chatLog(viewer).getByText('Hello from the front row')).toHaveCount(0)
    await expect(chatLog(creator).getByText('Hello from the front row')).toHaveCount(0)

    await creator.getByText('Chat settings').click()
    await creator.getByLabel('Slow mode').selectOption('120')
    await expect(viewer.getByText('Slow mode: one message every 120 seconds.')).toBeVisible()
    await chatBox(viewer).fill('First in slow mode')
    await chatBox(viewer).press('Enter')
    await expect(viewer.getByRole('timer')).toHaveText(/^You can send again in 1[12]\d seconds\.$/)
    await chatBox(viewer).fill('Too soon')
    await expect(viewer.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
    await creator.getByText('Removed messages').click()
    await expect(creator.getByText(`Removed by @chat_${tag}`)).toBeVisible()
    await creator.getByLabel('Username of a follower').fill(`fan_${tag}`)
    await creator.getByRole('button', { name: 'Add helper' }).click()
    await expect(creator.getByText('Only people who follow you can be helpers.')).toBeVisible()
    await checkPageAndCaptureScreenshot(creator, 'chat-creator', shape)
    await checkPageAndCaptureScreenshot(viewer, 'chat-slow-mode', shape)
  })

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
