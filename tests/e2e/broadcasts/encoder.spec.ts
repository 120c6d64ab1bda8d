import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { chatBox, chatLog } from '#tests/support/browser/broadcast-chat.ts'
import {
  expectedBroadcastProblems,
  playBroadcast,
  signUpBroadcaster,
} from '#tests/support/browser/broadcast-studio.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { clickWhenHydrated } from '#tests/support/browser/press-when-hydrated.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createLiveSource } from '#tests/support/media/live-sources.ts'
import { pushWithFfmpeg } from '#tests/support/media/push-with-ffmpeg.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { findFreePort } from '#tests/support/processes/server-process.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

test.setTimeout(180_000)

let site: TestSite
let siteWithoutEncoders: TestSite
let folder: string
let source: string
let port: number
test.beforeAll(async () => {
  port = await findFreePort()
  site = await startTestSite({ LIVE: 'on', RTMP_PORT: String(port) })
  siteWithoutEncoders = await startTestSite({ LIVE: 'on' })
  folder = await mkdtemp(join(tmpdir(), 'afterbell-encoder-'))
  const options = { container: 'flv', keyframes: 1, size: '320x192' } as const
  source = await createLiveSource(join(folder, 'source.flv'), { ...options, seconds: 90 })
})
test.afterAll(async () => {
  await site.close()
  await siteWithoutEncoders.close()
  await rm(folder, { recursive: true, force: true })
})

for (const { shape, options } of screenVariants)
  test(`a member goes live with an encoder, and then deletes the stream key: ${shape}`, async ({
    person,
    expectedTrouble,
  }) => {
    expectedTrouble.push(...expectedBroadcastProblems)
    const creator = await person({ ...options, baseURL: site.url })
    await signUpBroadcaster(site, creator, `obs_${shape.replace('-', '_')}`)
    await creator.goto('/create/broadcast')
    await clickWhenHydrated(creator.getByRole('button', { name: 'Set up an encoder' }))
    const setup = creator.getByRole('region', { name: 'Use OBS or another encoder' })
    const server = await setup.getByText('rtmp://').textContent()
    expect(server).toContain(`:${port}/live`)
    await checkPageAndCaptureScreenshot(creator, 'encoder-without-key', shape)
    await setup.getByRole('button', { name: 'Create stream key' }).click()
    await expect(setup.getByText('Copy your stream key now')).toBeVisible()
    const key = (await setup.locator('code').nth(1).textContent())!
    await checkPageAndCaptureScreenshot(creator, 'encoder-with-key', shape)
    const url = `rtmp://127.0.0.1:${port}/live/${key}`

    // The key alone is not enough: an encoder can connect only after a broadcast was created.
    expect((await pushWithFfmpeg(source, url).exit).errors).toContain('Create a broadcast')
    await setup.getByLabel('Title').fill('From my desk')
    await setup.getByRole('radio', { name: /^Everyone/ }).check({ force: true })
    await setup.getByLabel('Delay').selectOption('No delay')
    await setup.getByRole('button', { name: 'Create broadcast' }).click()
    await expect(creator.getByRole('heading', { name: 'Start streaming in your encoder' })).toBeInViewport()
    await expect(creator.getByText('You created your stream key').first()).toBeVisible()
    await checkPageAndCaptureScreenshot(creator, 'encoder-waiting', shape)
    const [{ content_id: id, delay_seconds: delay }] = (await runQuery<{
      content_id: string
      delay_seconds: number
    }>(site.databaseUrl, "select content_id, delay_seconds from broadcasts where state = 'waiting'")) as [
      { content_id: string; delay_seconds: number },
    ]
    expect(delay).toBe(0)
    const push = pushWithFfmpeg(source, url)
    await expect(creator.getByRole('heading', { name: 'You’re live' })).toBeVisible({ timeout: 30_000 })
    await expect(creator.getByText('Without a delay, viewers see everything right away.')).toBeVisible()
    const viewer = await person({ ...options, baseURL: site.url })
    const fan = `fan_${shape.replace('-', '_')}`
    await setSessionCookies(viewer, await signUpOverHttp(site.url, fan))
    await playBroadcast(viewer, id)
    await waitForPlayback(viewer, 2)
    await expect(creator.getByText('1 person watching')).toBeVisible({ timeout: 30_000 })

    // The creator chats and moderates on the same page.
    await chatBox(viewer).fill('Which game is this?')
    await chatBox(viewer).press('Enter')
    await expect(chatLog(creator)).toContainText('Which game is this?')
    await chatBox(creator).fill('You’ll see')
    await chatBox(creator).press('Enter')
    await expect(chatLog(viewer)).toContainText('You’ll see')
    await checkPageAndCaptureScreenshot(creator, 'encoder-on-air', shape)
    await creator.getByRole('button', { name: `More actions for the message by @${fan}` }).click()
    await creator.getByRole('menuitem', { name: 'Remove message' }).click()
    await expect(chatLog(viewer).getByText('Which game is this?')).toHaveCount(0)

    // The encoder sends the video, so a reload of the page does not end the broadcast.
    await creator.reload()
    await creator.getByRole('button', { name: 'Stop now' }).click()
    await creator.getByRole('alertdialog').getByRole('button', { name: 'Stop now' }).click()
    await expect(creator.getByRole('heading', { name: 'Your broadcast has ended' })).toBeVisible()
    expect((await push.exit).errors).toContain('Your broadcast has ended')
    await creator.getByRole('button', { name: 'Go live again' }).click()

    await clickWhenHydrated(creator.getByRole('button', { name: 'Set up an encoder' }))
    await expect(setup.getByText('It was last used').first()).toBeVisible()
    await expect(setup.locator('code')).toHaveCount(1)
    await setup.getByRole('button', { name: 'Delete key' }).click()
    await creator.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click()
    await expect(setup.getByText('You don’t have a stream key yet.')).toBeVisible()
    await expect(creator.getByText('Stream key deleted')).toBeVisible()
    expect((await pushWithFfmpeg(source, url).exit).errors).not.toBe('')
  })

test('without an RTMP server, the page does not offer to set up an encoder', async ({ person }) => {
  const creator = await person({ baseURL: siteWithoutEncoders.url })
  await signUpBroadcaster(siteWithoutEncoders, creator, 'no_encoder')
  await creator.goto('/create/broadcast')
  await expect(creator.getByRole('button', { name: 'Use camera' })).toBeVisible()
  await expect(creator.getByRole('button', { name: 'Set up an encoder' })).toHaveCount(0)
})
