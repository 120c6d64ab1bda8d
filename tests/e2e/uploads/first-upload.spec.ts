import { createTestClip } from '#tests/support/media/generated-clips.ts'
import {
  expect,
  signUpThroughForm,
  openPageWithoutUserGesture,
  waitForPlayback,
  test,
} from '#tests/support/browser/browser-test.ts'

test("a stranger can find and play a new member's first video", async ({ person }, { outputDir }) => {
  // While other tests encode videos too, making the five renditions takes minutes.
  test.setTimeout(300_000)
  const clip = await createTestClip(outputDir, {
    seconds: 12,
    width: 1280,
    height: 720,
    fps: 24,
    audio: 'stereo',
  })
  const ada = await person()
  await signUpThroughForm(ada, 'ada')

  await ada.goto('/create/talent')
  const submit = ada.getByRole('button', { name: 'Upload', exact: true })
  await expect(submit).toBeDisabled()
  await ada.locator('input[type=file]').first().setInputFiles(clip)
  await ada.getByLabel('Title').fill('Harbour lights')
  await ada.getByLabel('Genre').selectOption('Dance')
  await expect(submit).toBeEnabled()
  await submit.click()
  await expect(ada.getByRole('heading', { name: /Uploading|Processing|Ready to watch/ })).toBeVisible()
  await ada.waitForURL('**/dashboard', { timeout: 60_000 })
  await expect(ada.getByText('Harbour lights').first()).toBeVisible()

  const stranger = await person()
  await stranger.goto('/')
  await expect(stranger.getByText('Harbour lights').first()).toBeVisible()
  await stranger.goto('/talent')
  await expect(stranger.getByRole('heading', { name: 'New Talent' })).toBeVisible()
  await expect(stranger.getByRole('heading', { name: 'Dance' })).toBeVisible()
  await stranger
    .getByRole('link', { name: /Harbour lights/ })
    .first()
    .click()
  await stranger.waitForURL('**/watch/*')
  await expect(stranger.getByRole('heading', { level: 1, name: 'Harbour lights' })).toBeVisible()

  await expect
    .poll(
      async () =>
        (await (await stranger.request.get(await master(stranger))).text()).match(/RESOLUTION/g)?.length,
      { timeout: 180_000 },
    )
    .toBe(5)
  // A visitor opens the shared link, and the video does not play until the visitor presses play.
  const visitor = await person()
  await openPageWithoutUserGesture(visitor, stranger.url())
  await visitor.getByRole('button', { name: /^Play Harbour lights/ }).click()
  await waitForPlayback(visitor)
  for (const quality of ['240p', '720p']) {
    await visitor.locator('video').hover()
    await visitor.getByRole('button', { name: 'Settings' }).click()
    await visitor.getByRole('menuitemradio', { name: new RegExp(`^${quality}`) }).click()
    await visitor.keyboard.press('Escape')
    await visitor.waitForFunction(
      (height) => document.querySelector('video')?.videoHeight === height,
      Number.parseInt(quality),
    )
  }
  await waitForPlayback(visitor)

  await ada.goto(new URL(stranger.url()).pathname)
  await ada.locator('#comments').getByRole('textbox').fill('  Welcome to the harbour  ')
  await ada.getByRole('button', { name: 'Post' }).click()
  const arrived = stranger.locator('#comments').getByText('Welcome to the harbour', { exact: true })
  await expect(arrived).toBeVisible()
  await expect(stranger.locator('#comments').getByRole('link', { name: '@ada' })).toBeVisible()
  await expect(ada.locator('#comments').getByText('You', { exact: true })).toBeVisible()
  await ada
    .locator('#comments')
    .getByRole('button', { name: /Delete/ })
    .click()
  // A deleted comment can be restored until the user leaves the page, so the reload makes the deletion final.
  await ada.reload()
  await expect(arrived).toBeHidden()

  await stranger.getByRole('button', { name: /^Like \d/ }).click()
  await expect(stranger.getByText('Sign in to like videos')).toBeVisible()
  await ada.getByRole('button', { name: /^Like \d/ }).click()
  await expect(stranger.getByRole('button', { name: /^Like \d/ })).toContainText('1')
})

async function master(page: import('@playwright/test').Page): Promise<string> {
  const id = new URL(page.url()).pathname.split('/').pop()
  const item = (await (await page.request.get(`/api/content/${id}`)).json()) as { stream_url: string }
  return item.stream_url
}

test('a video plays to the end, and every keyboard shortcut works', async ({ person }, { outputDir }) => {
  const clip = await createTestClip(outputDir, {
    seconds: 4,
    width: 640,
    height: 360,
    fps: 24,
    audio: 'stereo',
  })
  const bea = await person()
  await signUpThroughForm(bea, 'bea')
  await bea.goto('/create/story')
  await bea.locator('input[type=file]').first().setInputFiles(clip)
  await bea.getByLabel('Title').fill('Short story')
  await bea.getByRole('button', { name: 'Upload', exact: true }).click()
  await bea.waitForURL('**/dashboard', { timeout: 60_000 })
  await bea.goto('/stories')
  await bea
    .getByRole('link', { name: /Short story/ })
    .first()
    .click()
  await bea.waitForURL('**/watch/*')
  // Opens the video by its URL, because a video that is opened this way waits for the play button. A click on
  // the video's card would start the video automatically.
  await openPageWithoutUserGesture(bea, bea.url())
  const video = bea.locator('video')
  await bea.getByRole('button', { name: 'Play Short story' }).click()
  await waitForPlayback(bea, 0.3)
  await bea.keyboard.press('k')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await bea.keyboard.press('m')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.muted)).toBe(true)
  await bea.keyboard.press('0')
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeLessThan(0.3)
  await bea.keyboard.press('l')
  await bea.keyboard.press('j')
  await bea.keyboard.press('k')
  await bea.waitForFunction(() => document.querySelector('video')!.ended, undefined, { timeout: 30_000 })
})
