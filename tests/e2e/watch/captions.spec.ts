import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { getContent } from '#contract/content/content.ts'
import { createCaptions } from '#contract/content/captions.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const
const vtt = (text: string) => `WEBVTT\n\n00:00.000 --> 00:12.000\n${text}\n`
const file = (text: string, name = 'captions.vtt') => ({
  name,
  mimeType: 'text/vtt',
  buffer: Buffer.from(text),
})

let creator: HttpTestClient
let id: string
test.beforeAll(async ({ server }) => {
  creator = await signUpOverHttp(server.url, 'caption_maker')
  id = await publishSampleVideo(creator, { title: 'The lighthouse' }, clip)
})

/** Returns the text of the captions that the browser shows. */
const shownCaptions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelector('video')!.textTracks]
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
  )

async function addCaptions(language: string, text: string, body = vtt(text)): Promise<void> {
  const path = buildEndpointPath(createCaptions, { params: { id }, query: { language } })
  const response = await creator.fetch(path, { method: 'POST', body })
  expect(response.status).toBe(201)
}

async function play(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
}

for (const { shape, options } of screenVariants)
  test(`a creator manages captions with the keyboard: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 422/)
    const owner = await signUpOverHttp(server.url, `cap_${shape.replace('-', '_')}`)
    const videoId = await publishSampleVideo(owner, { title: 'Take one' }, clip)
    const page = await person(options)
    await setSessionCookies(page, owner)
    await page.goto(`/dashboard/edit/${videoId}`)
    const section = page.getByRole('region', { name: 'Captions' })
    await expect(section.getByText('No captions yet.')).toBeVisible()
    await section.getByLabel('Language').selectOption({ label: 'Español' })
    const field = section.getByLabel('Caption file')
    await field.setInputFiles(file('WEBVTT\n\n00:05.000 --> 00:01.000\nhi\n'))
    await field.press('Tab')
    await page.keyboard.press('Enter')
    await expect(section.getByRole('alert')).toContainText('Line 3: the end has to be after the start.')
    await checkPageAndCaptureScreenshot(page, 'captions-refused', shape)

    await field.setInputFiles({ ...file(''), buffer: Buffer.from(vtt('a\xf1o'), 'latin1') })
    await section.getByRole('button', { name: 'Add captions' }).press('Enter')
    await section.getByRole('button', { name: 'Read as Windows-1252' }).press('Enter')
    const row = section.getByRole('listitem').filter({ hasText: 'Español' })
    await expect(row).toContainText('1 line')
    await expect(section.getByRole('heading', { name: 'Captions' })).toBeFocused()
    await expect(section.getByText('Español captions added.')).toBeAttached()

    await row.getByRole('button', { name: 'Show Español captions by default' }).press('Enter')
    await expect(row.getByText('Shown by default')).toBeVisible()
    await row.getByRole('button', { name: 'Replace Español captions' }).press('Enter')
    const twoCues = `${vtt('uno')}\n00:01.000 --> 00:02.000\ndos\n`
    await row.getByLabel('New file for Español').setInputFiles(file(twoCues))
    await row.getByRole('button', { name: 'Replace Español captions' }).last().press('Enter')
    await expect(row).toContainText('2 lines')
    await checkPageAndCaptureScreenshot(page, 'captions-list', shape)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('link', { name: 'Download Español captions as SRT' }).press('Enter'),
    ])
    expect(download.suggestedFilename()).toBe('captions.es.srt')
    expect(await readFile(await download.path(), 'utf8')).toContain('00:00:01,000 --> 00:00:02,000\r\ndos')

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width)
    await row.getByRole('button', { name: 'Delete Español captions' }).press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Delete Español captions?' })
    await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(section.getByText('No captions yet.')).toBeVisible()
    await expect(section.getByRole('heading', { name: 'Captions' })).toBeFocused()
  })

test('viewers can turn on captions with the keyboard, and the player remembers the caption language', async ({
  person,
}) => {
  await addCaptions('en', 'The light is out.')
  await addCaptions('de', 'Das Licht ist aus.')
  const page = await person({ locale: 'en-GB' })
  await play(page, `/watch/${id}`)
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('c')
  await expect.poll(() => shownCaptions(page)).toEqual(['The light is out.'])
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/player.png` })

  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).press('Enter')
  await expect.poll(() => shownCaptions(page)).toEqual(['Das Licht ist aus.'])
  await play(page, `/watch/${id}`)
  await expect.poll(() => shownCaptions(page), 'remembered').toEqual(['Das Licht ist aus.'])
  await page.keyboard.press('c')
  await expect.poll(() => shownCaptions(page)).toEqual([])
  await play(page, `/watch/${id}`)
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'false')

  const { playback_id } = await creator.call(getContent, { params: { id } })
  const embed = await person({ locale: 'de-DE', viewport: { width: 390, height: 844 } })
  await play(embed, `/embed/${playback_id}`)
  await embed.keyboard.press('c')
  await expect.poll(() => shownCaptions(embed)).toEqual(['Das Licht ist aus.'])
})

test('viewers can choose how captions look, and the player remembers the choice', async ({ person }) => {
  await addCaptions('it', 'La luce è spenta.')
  const page = await person({ locale: 'it-IT', viewport: { width: 390, height: 844 } })
  await play(page, `/watch/${id}`)
  await page.keyboard.press('c')
  await expect.poll(() => shownCaptions(page)).toEqual(['La luce è spenta.'])
  await page.getByRole('button', { name: 'Settings' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Caption style…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Caption style' })
  await dialog.getByLabel('Text size').selectOption('Large')
  await dialog.getByLabel('Text colour').selectOption('Yellow')
  await dialog.getByLabel('Position').selectOption('Top')
  await checkPageAndCaptureScreenshot(page, 'caption-style', 'phone')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog).toBeHidden()
  await play(page, `/watch/${id}`)
  await expect.poll(() => shownCaptions(page)).toEqual(['La luce è spenta.'])
  const look = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')!
      const cue = [...video.textTracks].find(({ mode }) => mode === 'showing')?.cues?.[0] as VTTCue
      // Browsers do not expose the computed style of `::cue`, so this test reads the attributes that select
      // the style.
      return [video.dataset['captionSize'], video.dataset['captionColor'], cue?.line]
    })
  await expect.poll(look).toEqual(['large', 'yellow', 0])
  // Captions at the bottom move up while the controls are visible. Captions at the top must not move, because
  // they would leave the picture.
  await expect(page.locator('video')).toHaveAttribute('data-captions-at-top')
  if (process.env['SCREENSHOTS']) await page.screenshot({ path: `${process.env['SCREENSHOTS']}/styled.png` })
})

test('other players show the captions from the HLS stream at the right time', async ({ person }) => {
  const lines = [2, 7].map((second) => `00:0${second}.000 --> 00:0${second + 1}.500\nat ${second}\n`)
  await addCaptions('fr', '', ['WEBVTT\n', ...lines].join('\n'))
  const { stream_url } = await creator.call(getContent, { params: { id } })
  const page = await person({ bypassCSP: true })
  await page.goto('/about')
  // The complete build of hls.js also reads subtitle renditions. The site's player uses the light build.
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('hls.js/dist/hls.js') })
  const shown = await page.evaluate(async (url) => {
    const { Hls } = globalThis as unknown as { Hls: typeof import('hls.js').default }
    const video = document.body.appendChild(document.createElement('video'))
    video.muted = true
    // The demo page of hls.js uses the same configuration, but with logging.
    const hls = new Hls({ enableWorker: true, lowLatencyMode: true, backBufferLength: 90 })
    hls.loadSource(url)
    hls.attachMedia(video)
    await new Promise((done) => hls.once(Hls.Events.SUBTITLE_TRACKS_UPDATED, done))
    hls.subtitleTrack = hls.subtitleTracks.findIndex(({ lang }) => lang === 'fr')
    await video.play()
    const find = () =>
      [...video.textTracks].flatMap(({ cues }) =>
        [...(cues ?? [])].map((cue) => ({ start: cue.startTime, text: (cue as VTTCue).text })),
      )
    while (find().filter(({ text }) => text.startsWith('at ')).length < 2)
      await new Promise((done) => video.addEventListener('timeupdate', done, { once: true }))
    return { found: find(), names: hls.subtitleTracks.map(({ name }) => name) }
  }, stream_url!)
  expect(shown.names).toContain('Français')
  for (const second of [2, 7]) {
    const starts = shown.found.filter(({ text }) => text === `at ${second}`).map(({ start }) => start)
    expect(starts).toHaveLength(1)
    expect(Math.abs(starts[0]! - second)).toBeLessThan(0.1)
  }
})
