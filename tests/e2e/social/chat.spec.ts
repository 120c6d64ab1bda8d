import type { Page } from '@playwright/test'
import { postChatMessage } from '#contract/broadcasts/chat.ts'
import { createBroadcast } from '#contract/broadcasts/broadcasts.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

const log = (page: Page) => page.getByRole('log', { name: 'Chat messages' })
const box = (page: Page) => page.getByLabel('Your message')

/** Creates a broadcast that has not started yet. Its chat is open. */
async function announce(username: string): Promise<{ creator: HttpTestClient; id: string }> {
  const creator = await signUpOverHttp(site.url, username, 19)
  await runQuery(
    site.databaseUrl,
    `update users set email_verified = true, created_at = now() - interval '30 days' where email = $1`,
    [`${username}@example.com`],
  )
  const body = { title: `Chat of ${username}`, visibility: 'public' } as const
  const { id } = await creator.call(createBroadcast, { body })
  return { creator, id }
}

for (const { shape, options } of screenVariants)
  test(`two people chat, and the creator removes a message and turns on slow mode: ${shape}`, async ({
    person,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/429|422/)
    const tag = shape.replaceAll('-', '_')
    const { creator: account, id } = await announce(`chat_${tag}`)
    const creator = await person({ ...options, baseURL: site.url })
    await setSessionCookies(creator, account)
    const viewer = await person({ ...options, baseURL: site.url })
    await setSessionCookies(viewer, await signUpOverHttp(site.url, `fan_${tag}`))
    await Promise.all([creator.goto(`/watch/${id}`), viewer.goto(`/watch/${id}`)])
    await expect(log(viewer)).toContainText('No messages yet. Say hi!')
    await box(viewer).fill('Hello from the front row')
    await box(viewer).press('Enter')
    await expect(box(viewer)).toHaveValue('')
    await expect(log(creator)).toContainText(`@fan_${tag} Hello from the front row`)
    await box(creator).fill('Welcome everybody')
    await box(creator).press('Enter')
    await expect(log(viewer)).toContainText('Welcome everybody')
    await expect(log(viewer).getByText('Creator', { exact: true })).toBeVisible()
    // The text of a message that was not sent stays in the box.
    await box(viewer).fill('fuck this')
    await box(viewer).press('Enter')
    await expect(viewer.getByText(/^Your message wasn’t sent/)).toBeVisible()
    await expect(box(viewer)).toHaveValue('fuck this')
    await checkPageAndCaptureScreenshot(viewer, 'chat-viewer', shape)
    await box(viewer).fill('')

    await creator.getByRole('button', { name: `More actions for the message by @fan_${tag}` }).click()
    await creator.getByRole('menuitem', { name: 'Remove message' }).click()
    await expect(log(viewer).getByText('Hello from the front row')).toHaveCount(0)
    await expect(log(creator).getByText('Hello from the front row')).toHaveCount(0)

    await creator.getByText('Chat settings').click()
    await creator.getByLabel('Slow mode').selectOption('120')
    await expect(viewer.getByText('Slow mode: one message every 120 seconds.')).toBeVisible()
    await box(viewer).fill('First in slow mode')
    await box(viewer).press('Enter')
    await expect(viewer.getByRole('timer')).toHaveText(/^You can send again in 1[12]\d seconds\.$/)
    await box(viewer).fill('Too soon')
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
  const { creator, id } = await announce('chat_offline')
  const viewer = await person({ baseURL: site.url })
  await viewer.goto(`/watch/${id}`)
  await expect(viewer.getByText('Sign in to chat')).toBeVisible()
  const say = (body: string) => creator.call(postChatMessage, { params: { id }, body: { body } })
  await say('Before')
  await expect(log(viewer).getByText('Before')).toHaveCount(1)
  // The page loads the code of the comments after the first interaction, which must not happen offline.
  await viewer.locator('#comments-title').click()
  await viewer.waitForLoadState('networkidle')
  await viewer.context().setOffline(true)
  for (let number = 1; number <= 30; number += 1) await say(`Missed ${number}.`)
  await viewer.context().setOffline(false)
  await say('After')
  await expect(log(viewer).getByText('After')).toHaveCount(1, { timeout: 60_000 })
  await expect(log(viewer).getByText(/^Missed \d+\.$/)).toHaveCount(30)
})
