/*
 * Tests chats that are off or have ended, the chat replay, and the chat in Arabic and with the keyboard alone.
 */
import type { Page } from '@playwright/test'
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
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ LIVE: 'on' })
})
test.afterEach(() => endAllBroadcasts(site))
test.afterAll(() => site.close())

const clip = { seconds: 30, fps: 5, width: 160, height: 90 } as const

for (const { shape, options } of screenVariants) {
  const tag = shape.replaceAll('-', '_')

  test(`messages of the replay appear at their second, also after seeking: ${shape}`, async ({ person }) => {
    const creator = await signUpOverHttp(site.url, `replay_${tag}`)
    const id = await publishSampleVideo(creator, { title: `Recording (${shape})`, type: 'live' }, clip)
    await makeRecording(id, [
      [0, 'At the start'],
      [12, 'At twelve seconds'],
      [25, 'At twenty-five seconds'],
    ])
    const viewer = await person({ ...options, baseURL: site.url })
    await viewer.goto(`/watch/${id}`)
    await expect(viewer.getByRole('heading', { name: 'Chat replay' })).toBeVisible()
    await viewer.getByRole('button', { name: /^Play/ }).first().click()
    await expect(chatLog(viewer).getByText('At the start')).toBeVisible()
    await expect(chatLog(viewer).getByRole('listitem')).toHaveCount(1)
    await seek(viewer, 11)
    await expect(chatLog(viewer).getByText('At twelve seconds')).toBeVisible()
    expect(await readPosition(viewer)).toBeGreaterThanOrEqual(11.5)
    await expect(chatLog(viewer).getByText('At twenty-five seconds')).toHaveCount(0)
    await seek(viewer, 26)
    await expect(chatLog(viewer).getByRole('listitem')).toHaveCount(3)
    await checkPageAndCaptureScreenshot(viewer, 'chat-replay', shape)
    await seek(viewer, 2)
    await expect(chatLog(viewer).getByRole('listitem')).toHaveCount(1)
    await expect(chatLog(viewer).getByText('At the start')).toBeVisible()
  })

  test(`a chat shows why nobody can write when it is off or has ended: ${shape}`, async ({ person }) => {
    const { creator, id } = await announceBroadcast(site, `state_${tag}`)
    await creator.call(postChatMessage, { params: { id }, body: { body: 'See you soon' } })
    const viewer = await person({ ...options, baseURL: site.url })
    await setSessionCookies(viewer, await signUpOverHttp(site.url, `guest_${tag}`))
    await runQuery(site.databaseUrl, `update content set comment_mode = 'off' where id = $1`, [id])
    await viewer.goto(`/watch/${id}`)
    await expect(viewer.getByText('The chat is off for this broadcast.')).toBeVisible()
    await expect(chatBox(viewer)).toHaveCount(0)
    await expect(viewer.getByText('See you soon')).toHaveCount(0)
    await checkPageAndCaptureScreenshot(viewer, 'chat-off', shape)

    await runQuery(site.databaseUrl, `update content set comment_mode = 'everyone' where id = $1`, [id])
    await runQuery(
      site.databaseUrl,
      `update broadcasts set state = 'ended', end_reason = 'creator', started_at = now() - interval '2 minutes',
        ended_at = now() - interval '1 minute', packaged_at = now() - interval '1 minute', recording_state = 'done'
        where content_id = $1`,
      [id],
    )
    await viewer.reload()
    await expect(viewer.getByText('The chat has ended.')).toBeVisible()
    await expect(chatBox(viewer)).toHaveCount(0)
    await expect(chatLog(viewer)).toContainText('See you soon')
    await checkPageAndCaptureScreenshot(viewer, 'chat-ended', shape)
  })

  test(`a person chats with the keyboard alone: ${shape}`, async ({ person }) => {
    const { creator, id } = await announceBroadcast(site, `keys_${tag}`)
    await creator.call(postChatMessage, { params: { id }, body: { body: 'Ask me anything' } })
    const viewer = await person({ ...options, baseURL: site.url })
    await setSessionCookies(viewer, await signUpOverHttp(site.url, `typist_${tag}`))
    await viewer.goto(`/watch/${id}`)
    await expect(chatLog(viewer)).toContainText('Ask me anything')
    await tabTo(viewer, 'Chat messages')
    await tabTo(viewer, 'Your message')
    await viewer.keyboard.type('Which keyboard is that?')
    await viewer.keyboard.press('Enter')
    await expect(chatLog(viewer)).toContainText('Which keyboard is that?')
    await expect(chatBox(viewer)).toBeFocused()
    await viewer.keyboard.type('And the second one?')
    await viewer.keyboard.press('Tab')
    await expect(viewer.getByRole('button', { name: 'Send', exact: true })).toBeFocused()
    await viewer.keyboard.press('Space')
    await expect(chatLog(viewer)).toContainText('And the second one?')
    await expect(chatBox(viewer)).toBeFocused()
    await expect(chatBox(viewer)).toHaveValue('')
  })

  test(`the chat in Arabic runs from right to left: ${shape}`, async ({ person }) => {
    const { creator, id } = await announceBroadcast(site, `arabic_${tag}`)
    for (const body of ['مرحبا بالجميع', 'Hello from the studio'])
      await creator.call(postChatMessage, { params: { id }, body: { body } })
    const viewer = await person({ ...options, locale: 'ar', baseURL: site.url })
    await setSessionCookies(viewer, await signUpOverHttp(site.url, `reader_${tag}`))
    await runQuery(site.databaseUrl, `update users set language = 'ar' where email = $1`, [
      `reader_${tag}@example.com`,
    ])
    await viewer.goto(`/watch/${id}`)
    const log = viewer.getByRole('log')
    await expect(log).toContainText('Hello from the studio')
    expect(await log.evaluate((list) => getComputedStyle(list).direction)).toBe('rtl')
    const english = log.getByText('Hello from the studio')
    expect(await english.evaluate((text) => getComputedStyle(text).direction)).toBe('ltr')
    // The at sign precedes the name.
    const name = log.getByText(`@arabic_${tag}`).first()
    expect(await name.evaluate((text) => getComputedStyle(text).unicodeBidi)).toBe('isolate')
    await checkPageAndCaptureScreenshot(viewer, 'chat-arabic', shape)
  })
}

/** Makes a video the recording of a broadcast with these messages by its creator. */
async function makeRecording(id: string, messages: [second: number, body: string][]): Promise<void> {
  await runQuery(
    site.databaseUrl,
    `insert into broadcasts (content_id, user_id, source, state, delay_seconds, started_at, ended_at, end_reason,
        packaged_at, recording_state)
      select id, user_id, 'browser', 'ended', 10, now() - interval '1 hour', now() - interval '50 minutes', 'creator',
        now() - interval '50 minutes', 'done' from content where id = $1`,
    [id],
  )
  for (const [second, body] of messages)
    await runQuery(
      site.databaseUrl,
      `insert into comments (content_id, user_id, body, broadcast_ms)
        select id, user_id, $2, $3::int from content where id = $1`,
      [id, body, second * 1000],
    )
}

const seek = (page: Page, second: number) =>
  page.evaluate(
    (to) => (document.querySelector<HTMLVideoElement>('.watch-stage video')!.currentTime = to),
    second,
  )

const readPosition = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLVideoElement>('.watch-stage video')!.currentTime)

/** Presses Tab until the element with this label has the focus. */
async function tabTo(page: Page, label: string): Promise<void> {
  const target = page.getByLabel(label, { exact: true })
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach “${label}”`)
}
