/*
 * Tests the chat on the page on which a broadcast is made, and what the creator's helpers do.
 */
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { chatBox, chatLog, insertFollow } from '#tests/support/browser/broadcast-chat.ts'
import {
  broadcastLaunchOptions,
  cameraSize,
  goLive,
  phone,
  signUpBroadcaster,
} from '#tests/support/browser/broadcast-studio.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { installNumberedCamera } from '#tests/support/browser/numbered-camera.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.use({ launchOptions: broadcastLaunchOptions })
test.setTimeout(120_000)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterAll(() => site.close())

for (const { shape, options } of screenVariants)
  test(`a creator approves a message in the studio, and a helper removes one: ${shape}`, async ({
    person,
    expectedTrouble,
  }) => {
    // The live playlist does not exist before the delay has passed.
    expectedTrouble.push(/live\/.*(404|503)|(404|503).*live\//, /VideoFrame was garbage collected/)
    const tag = shape.replaceAll('-', '_')
    const [creatorName, helperName, fanName] = [`studio_${tag}`, `aide_${tag}`, `fan_${tag}`]
    const creator = await person({ ...phone, ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, creatorName)
    await runQuery(site.databaseUrl, `update profiles set held_words = 'spoiler*' where username = $1`, [
      creatorName,
    ])
    await installNumberedCamera(creator, cameraSize)
    const id = await goLive(site, creator, `Chat in the studio (${shape})`)
    await expect(chatLog(creator)).toContainText('No messages yet. Say hi!')

    const helper = await person({ ...options, baseURL: site.url })
    await setSessionCookies(helper, await signUpOverHttp(site.url, helperName))
    await insertFollow(site, helperName, creatorName)
    const fan = await person({ ...options, baseURL: site.url })
    await setSessionCookies(fan, await signUpOverHttp(site.url, fanName))
    await Promise.all([helper.goto(`/watch/${id}`), fan.goto(`/watch/${id}`)])

    await chatBox(fan).fill('Spoilers: the duck did it')
    await chatBox(fan).press('Enter')
    await expect(fan.getByText('Waiting for approval. Only you can see it.')).toBeVisible()
    await expect(chatLog(creator)).toContainText('Only you and the author can see this.')
    await checkPageAndCaptureScreenshot(creator, 'studio-chat-held', shape)
    await expect(chatLog(helper).getByText('Spoilers')).toHaveCount(0)
    await creator.getByRole('button', { name: 'Approve' }).click()
    await expect(chatLog(helper).getByText('Spoilers: the duck did it')).toHaveCount(1)
    await expect(creator.getByText('Only you and the author can see this.')).toHaveCount(0)

    await creator.getByText('Chat settings').click()
    await expect(creator.getByText('You have no helpers yet.')).toBeVisible()
    await creator.getByLabel('Username of a follower').fill(`@${helperName}`)
    await creator.getByRole('button', { name: 'Add helper' }).click()
    await expect(creator.getByText(`@${helperName} is a helper now`)).toBeVisible()
    await expect(creator.getByRole('button', { name: `Remove @${helperName} as a helper` })).toBeVisible()

    // The helper learns it when the chat loads.
    await helper.reload()
    await expect(helper.getByText('You’re a helper in this chat. You can remove messages.')).toBeVisible()
    await checkPageAndCaptureScreenshot(helper, 'chat-helper', shape)
    await helper.getByRole('button', { name: `More actions for the message by @${fanName}` }).click()
    await helper.getByRole('menuitem', { name: 'Remove message' }).click()
    for (const page of [helper, fan, creator])
      await expect(chatLog(page).getByText('Spoilers: the duck did it')).toHaveCount(0)
    await creator.getByText('Removed messages').click()
    await expect(creator.getByText(`Removed by @${helperName}`)).toBeVisible()
    await checkPageAndCaptureScreenshot(creator, 'studio-chat-settings', shape)

    await helper.getByRole('button', { name: 'Stop helping' }).click()
    await expect(helper.getByText('You’re a helper in this chat.')).toHaveCount(0)
  })
