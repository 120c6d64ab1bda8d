import type { Page } from '@playwright/test'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const

/** The captions of a two-and-a-half-hour film. */
const film = Array.from({ length: 3000 }, (_, at) => ({
  start: at * 3000,
  end: at * 3000 + 2500,
  text: `Line ${at + 1} of the film,\nwhich has two lines`,
}))

/**
 * The median time from a key press to the next frame may be at most this many milliseconds. The target is 50
 * ms. The test accepts three times the target, because other tests run at the same time. The test prints the
 * times.
 */
const maxInputToPaintMs = 150

test('the caption editor responds to keys without a noticeable delay even with 3,000 captions', async ({
  person,
  server,
}) => {
  const owner = await signUpOverHttp(server.url, 'long_film')
  const id = await publishSampleVideo(owner, { title: 'The long film' }, clip)
  const response = await owner.fetch(`/api/content/${id}/caption-drafts/en`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: '-.-', cues: film }),
  })
  expect(response.status).toBe(200)
  const page = await person({ viewport: { width: 1440, height: 900 } })
  await setSessionCookies(page, owner)
  await page.goto(`/dashboard/edit/${id}/captions/en`)
  await expect(page.getByText('3,000 captions')).toBeVisible()
  expect(await page.locator('.cue-row').count()).toBeLessThan(60)
  await page.getByRole('button', { name: 'Caption 1 of 3,000' }).focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: 'Caption 3000 of 3,000' })).toBeFocused()
  for (let row = 0; row < 150; row++) await page.keyboard.press('PageUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text of caption 1500' })).toBeFocused()

  const typed = await measure(page, () =>
    page.keyboard.type(' and some more words that are typed', { delay: 40 }),
  )
  const moved = await measure(page, async () => {
    for (let row = 0; row < 20; row++) await page.keyboard.press('Alt+ArrowDown', { delay: 40 })
  })
  const split = await measure(page, async () => {
    for (const key of ['Alt+S', 'Alt+M', 'Control+Z', 'Control+Z', 'Alt+Enter', 'Control+Z'])
      await page.keyboard.press(key, { delay: 60 })
  })
  console.log(JSON.stringify({ typed: summary(typed), moved: summary(moved), split: summary(split) }))
  for (const delays of [typed, moved, split])
    expect(summary(delays).median).toBeLessThanOrEqual(maxInputToPaintMs)
})

const summary = (delays: number[]) => {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { keys: sorted.length, median: at(0.5), p90: at(0.9), max: at(1) }
}

/**
 * Returns the time from each key press to the frame after it, as measured by the Event Timing API. The API
 * rounds times to 8 ms and does not report times below 16 ms, which count as 16 ms.
 */
async function measure(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const measured: number[] = []
    let keys = 0
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') measured.push(entry.duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const isModifier = ({ key }: KeyboardEvent) => key === 'Alt' || key === 'Control'
    addEventListener('keydown', (event) => (keys += isModifier(event) ? 0 : 1), true)
    Object.assign(globalThis, {
      endMeasure: async () => {
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))
        observer.disconnect()
        return [...measured, ...Array<number>(Math.max(0, keys - measured.length)).fill(16)]
      },
    })
  })
  await act()
  return page.evaluate(() => (globalThis as unknown as { endMeasure: () => Promise<number[]> }).endMeasure())
}

test('the caption editor works at 200% zoom and on a tablet', async ({ person, server }) => {
  const owner = await signUpOverHttp(server.url, 'tablet_maker')
  const id = await publishSampleVideo(owner, { title: 'Small screens' }, clip)
  await owner.fetch(`/api/content/${id}/caption-drafts/en`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: '-.-', cues: film.slice(0, 40) }),
  })
  for (const [name, options] of [
    ['zoom-200', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
    ['tablet', { viewport: { width: 820, height: 1180 }, hasTouch: true }],
    ['tablet-landscape', { viewport: { width: 1180, height: 820 }, hasTouch: true }],
    ['phone', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }],
  ] as const) {
    const page = await person(options)
    await setSessionCookies(page, owner)
    await page.goto(`/dashboard/edit/${id}/captions/en`)
    const row = page.getByRole('button', { name: /^Caption 2,/ })
    await ('hasTouch' in options ? row.tap() : row.click())
    const field = page.getByRole('textbox', { name: 'Text of caption 2' })
    await field.fill(`typed on ${name}`)
    await expect(page.locator('.shown-captions')).toHaveText(`typed on ${name}`)
    await expect(field).toBeInViewport()
    await assertPageAccessibility(page, name)
    const album = process.env['SCREENSHOTS']
    if (album) await page.screenshot({ path: `${album}/caption-editor-${name}.png`, fullPage: true })
    await page.keyboard.press('ControlOrMeta+S')
    await expect(page.getByText('Draft saved')).toBeVisible()
  }
})
