import type { Page } from '@playwright/test'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { createCaptions, deleteCaptions } from '#contract/content/captions.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const
const vtt = (text: string) => `WEBVTT\n\n00:00.000 --> 00:12.000\n${text}\n`

/** Returns the text of the captions that the browser shows. */
const shownCaptions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelector('video')!.textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
  )

test('an open player updates when captions are added, replaced or deleted', async ({ person, server }) => {
  const creator = await signUpOverHttp(server.url, 'live_captions')
  const id = await publishSampleVideo(creator, { title: 'The lighthouse' }, clip)
  const send = async (path: string, method: string, text: string): Promise<CaptionTrack> =>
    (await creator.fetch(path, { method, body: vtt(text) })).json() as Promise<CaptionTrack>
  const add = (language: string, text: string) =>
    send(buildEndpointPath(createCaptions, { params: { id }, query: { language } }), 'POST', text)

  const page = await person({ locale: 'en-GB' })
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
  // The video must not stop or reload. The video plays in a loop, because the test takes longer than the
  // video lasts.
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    video.loop = true
    for (const event of ['pause', 'emptied', 'waiting', 'stalled', 'error'])
      video.addEventListener(event, () => (document.body.dataset['interrupted'] = event))
  })
  const button = page.getByRole('button', { name: 'Captions' })
  await expect(button).toBeHidden()

  const english = await add('en', 'The light is out.')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('c')
  await expect.poll(() => shownCaptions(page)).toEqual(['The light is out.'])

  // German is listed before English, so the position of the shown captions changes.
  await add('de', 'Das Licht ist aus.')
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toHaveAttribute('aria-checked', 'false')
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape')
  await expect.poll(() => shownCaptions(page)).toEqual(['The light is out.'])

  await send(`/api/content/${id}/captions/${english.id}/file`, 'PUT', 'The light is on.')
  await expect.poll(() => shownCaptions(page)).toEqual(['The light is on.'])
  await creator.call(deleteCaptions, { params: { id, caption_id: english.id } })
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(await shownCaptions(page)).toEqual([])
  expect(await page.evaluate(() => document.body.dataset['interrupted'])).toBeUndefined()

  // The viewer’s chosen language is still English.
  await add('en', 'Back again.')
  await expect.poll(() => shownCaptions(page)).toEqual(['Back again.'])
})

test('captions that are turned on in the moment they appear are remembered', async ({ person, server }) => {
  const creator = await signUpOverHttp(server.url, 'quick_captions')
  const id = await publishSampleVideo(creator, { title: 'The lighthouse' }, clip)
  const page = await person({ locale: 'en-GB' })
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
  // A mutation observer runs before the effects of the new button.
  await page.evaluate(() =>
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.stage .controls button[aria-keyshortcuts="C"]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true }),
  )
  const path = buildEndpointPath(createCaptions, { params: { id }, query: { language: 'en' } })
  await creator.fetch(path, { method: 'POST', body: vtt('The light is out.') })
  await expect.poll(() => shownCaptions(page)).toEqual(['The light is out.'])

  await page.reload()
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
})
