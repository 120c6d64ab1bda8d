import type { Page } from '@playwright/test'
import { listComments, postComment } from '#contract/engagement/comments.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { clickWhenHydrated } from '#tests/support/browser/press-when-hydrated.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

let lou: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  lou = await signUpOverHttp(server.url, 'late_lou')
  id = await publishSampleVideo(lou, { title: 'Slow train', type: 'story' })
  await lou.call(postComment, { params: { id }, body: { body: 'first stop' } })
})

/** Delays the JavaScript of the comments panel until the returned function is called. */
async function delayPanel(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/comments-panel-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

for (const submission of ['Post', 'Ctrl+Enter'])
  test(`a comment submitted with ${submission} before the JavaScript for the comments has loaded is posted once`, async ({
    person,
  }) => {
    const video = await publishSampleVideo(lou, { title: submission, type: 'story' })
    const page = await person()
    await setSessionCookies(page, lou)
    const release = await delayPanel(page)
    await page.goto(`/watch/${video}`)
    const panel = page.locator('#comments')
    const box = panel.getByRole('textbox', { name: 'Your comment' })
    await box.fill('second stop')
    if (submission === 'Post') await panel.getByRole('button', { name: 'Post' }).click()
    else await box.press('ControlOrMeta+Enter')
    release()
    await expect(panel.getByRole('listitem').first()).toContainText('second stop')
    await expect(box).toHaveValue('')
    const { items } = await lou.call(listComments, { params: { id: video }, query: {} })
    expect(items.map(({ body }) => body)).toEqual(['second stop'])
  })

test('mention suggestions appear for text typed before the JavaScript for the comments has loaded', async ({
  person,
  server,
}) => {
  const ray = await signUpOverHttp(server.url, 'rail_ray')
  await ray.call(postComment, { params: { id }, body: { body: 'all aboard' } })
  const page = await person()
  await setSessionCookies(page, lou)
  const release = await delayPanel(page)
  await page.goto(`/watch/${id}`)
  const panel = page.locator('#comments')
  await panel.getByRole('textbox', { name: 'Your comment' }).pressSequentially('hi @Rai')
  release()
  await expect(panel.getByRole('option', { name: '@rail_ray' })).toHaveAttribute('aria-selected', 'true')
})

test('a button pressed before the JavaScript for the comments has loaded takes effect once it has loaded', async ({
  person,
}) => {
  const page = await person()
  const release = await delayPanel(page)
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Report comment by @late_lou' }).last().click()
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a menu button pressed before the JavaScript for the comments has loaded opens its menu afterwards', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, lou)
  const release = await delayPanel(page)
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'More actions for the comment by @late_lou' }).last().press('Enter')
  release()
  await expect(page.getByRole('menuitem', { name: 'Pin to the top' })).toBeFocused()
})

test('a button pressed at the moment when the JavaScript for the comments finishes loading takes effect only once', async ({
  person,
}) => {
  const page = await person()
  await setSessionCookies(page, lou)
  const release = await delayPanel(page)
  await page.goto(`/watch/${id}`)
  const like = page.locator('#comments').getByRole('button', { name: /^Like/ }).last()
  await like.hover()
  const pressed = clickWhenHydrated(like)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/like') && sent.push(request.method()))
  release()
  await pressed
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toHaveAccessibleName('Like comment by @late_lou, 1 like')
  expect(sent).toEqual(['PUT'])
})

test('a live comment appears without interaction, even if it arrives before the comments have loaded', async ({
  person,
}) => {
  const page = await person()
  const release = await delayPanel(page)
  await page.goto(`/watch/${id}`)
  const requested = page.waitForRequest('**/assets/comments-panel-*.js')
  await lou.call(postComment, { params: { id }, body: { body: 'third stop' } })
  await requested
  release()
  await expect(page.locator('#comments').getByRole('listitem').first()).toContainText('third stop')
  await expect(page.locator('#comments').getByRole('heading')).toContainText(/\d/)
})

test('clicking a timestamp in a comment seeks a video that is playing, and otherwise loads the watch page with that start time', async ({
  person,
}) => {
  const film = await publishSampleVideo(lou, { title: 'Good moments', type: 'story' })
  await lou.call(postComment, { params: { id: film }, body: { body: 'wait for 0:01, not 9:59' } })
  const page = await person()
  await page.goto(`/watch/${film}`)
  const link = page.locator('#comments').getByRole('link', { name: '0:01' })
  await expect(page.locator('#comments').getByRole('link', { name: '9:59' })).toBeHidden()
  await link.click()
  await expect(page).toHaveURL(`/watch/${film}?t=1`)
  await page.goto(`/watch/${film}`)
  await page.getByRole('button', { name: /^Play/ }).first().click()
  const video = page.locator('.watch-stage video')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0)
  const seeked = video.evaluate(
    (one: HTMLVideoElement) =>
      new Promise<number>((resolve) =>
        one.addEventListener('seeking', () => resolve(one.currentTime), { once: true }),
      ),
  )
  await link.click()
  expect(await seeked).toBeCloseTo(1, 0)
  await expect(page).toHaveURL(`/watch/${film}`)
})
