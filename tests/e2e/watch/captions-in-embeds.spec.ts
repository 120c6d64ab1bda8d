import type { Page } from '@playwright/test'
import { createCaptions } from '#contract/content/captions.ts'
import { getContent } from '#contract/content/content.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'

const flash = { start: 2, end: 3 }
const clip = { seconds: 6, width: 160, height: 90, flashes: [[flash.start, flash.end]] } as const
const texts = { en: 'The light is on', fr: 'La lumière est allumée', ar: 'الضوء مضاء' }

test('an embed shows captions in the chosen language, in sync with the picture', async ({
  person,
  server,
}) => {
  const creator = await signUpOverHttp(server.url, 'embedded_captions')
  const id = await publishSampleVideo(creator, { title: 'The lighthouse' }, clip)
  for (const [language, text] of Object.entries(texts)) {
    const path = buildEndpointPath(createCaptions, { params: { id }, query: { language } })
    const body = `WEBVTT\n\n00:0${flash.start}.000 --> 00:0${flash.end}.000\n${text}\n`
    expect((await creator.fetch(path, { method: 'POST', body })).status).toBe(201)
  }
  const { playback_id } = await creator.call(getContent, { params: { id } })
  const page = await person({ locale: 'en-GB' })
  await page.goto(`/embed/${playback_id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'العربية' }).press('Enter')

  // The caption starts and ends exactly at the times in its file. The flash starts and ends less than 0.1 s
  // before or after these times.
  const caption = { text: texts.ar, start: flash.start, end: flash.end }
  for (const [time, isWhite] of [
    [flash.start - 0.1, false],
    [flash.start + 0.1, true],
    [flash.end - 0.1, true],
    [flash.end + 0.1, false],
  ] as const) {
    await seekWhilePaused(page, time)
    const shown = { isWhite, captions: isWhite ? [caption] : [] }
    await expect.poll(() => readPicture(page), `at ${time} s`).toEqual(shown)
  }
})

/** Resolves when the browser shows the frame at this time. */
const seekWhilePaused = (page: Page, time: number) =>
  page.evaluate(async (at) => {
    const video = document.querySelector('video')!
    video.pause()
    const presented = new Promise((done) => video.requestVideoFrameCallback(done))
    const seeked = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
    video.currentTime = at
    await Promise.all([presented, seeked])
  }, time)

const readPicture = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')!
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
    canvas.drawImage(video, 0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    const captions = [...video.textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])])
      .map((cue) => ({ text: (cue as VTTCue).text, start: cue.startTime, end: cue.endTime }))
    return { isWhite: Math.min(red, green, blue) > 200, captions }
  })
