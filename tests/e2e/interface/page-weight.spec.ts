import { languages, sourceLocale } from '#i18n/locales.ts'
import type { Page } from '@playwright/test'
import { createSeries, putEpisode } from '#contract/content/series.ts'
import { notificationEventsPath } from '#contract/live-updates.ts'
import { putTimeZone } from '#contract/wellbeing.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

/**
 * The maximum transfer size of all JavaScript before any interaction, compressed with Brotli, in KB (1000
 * bytes).
 */
const bar = 150

const timezoneId = 'Europe/Berlin'

let ada: HttpTestClient
let id: string
let episode: string
test.beforeAll(async ({ server }) => {
  ada = await signUpOverHttp(server.url, 'weight_ada')
  await ada.call(putTimeZone, { body: { time_zone: timezoneId } })
  id = await publishSampleVideo(ada, { title: 'Feather', type: 'story' })
  const series = await ada.call(createSeries, { body: { title: 'Feathers' } })
  episode = await publishSampleVideo(ada, { title: 'Down', type: 'show' })
  const params = { id: series.id, content_id: episode }
  await ada.call(putEpisode, { params, body: { season: 1, episode: 1 } })
})

const pages = [
  ['Home', () => '/'],
  ['watch', () => `/watch/${id}`],
  ['Episode', () => `/watch/${episode}`],
] as const

for (const [name, path] of pages)
  test(`${name} stays within its JavaScript size limit and has no visible layout shift`, async ({
    person,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/woff2/)
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const page = await person({ viewport, timezoneId })
      // The fallback fonts have the metrics of the web fonts, but only on machines with Arial, Roboto or a
      // similar font. On other machines, a web font that loads late shifts the text.
      await page.route('**/*.woff2', (route) => route.abort())
      const scripts = measureScripts(page)
      await watchShifts(page)
      const isSignedIn = viewport.width > 1000
      if (isSignedIn) await setSessionCookies(page, ada)
      // The last scripts of a member's page listen for notifications.
      const listening = isSignedIn && page.waitForRequest(`**${notificationEventsPath}*`)
      await page.goto(path())
      await listening
      await page.waitForLoadState('networkidle')
      const kilobytes = (await scripts()) / 1000
      const { shift, moved } = await page.evaluate(() => {
        const { shift: sum, moved: all } = globalThis as unknown as LayoutShifts
        return { shift: sum, moved: all }
      })
      console.log(
        `    ${name}, ${viewport.width} wide: ${kilobytes.toFixed(1)} KB of JavaScript (bar ${bar}), layout shift ${shift}`,
      )
      expect(kilobytes).toBeLessThanOrEqual(bar)
      // The browser can paint while it parses the page, so the buttons beside the creator's name can move
      // once. In about one of 30 runs, this move causes a layout shift of 0.002 to 0.003. On a busy machine,
      // two of 25 runs of the home page had one shift of 0.011 (26 px), whose cause is not known.
      expect(shift, moved.join('\n')).toBeLessThan(0.02)
    }
  })

for (const language of languages.filter((one) => one !== sourceLocale))
  test(`each page stays within its JavaScript size limit in the language ${language}`, async ({ person }) => {
    for (const [name, path] of pages) {
      const page = await person({ viewport: { width: 1440, height: 900 }, timezoneId })
      const scripts = measureScripts(page)
      await setSessionCookies(page, ada)
      const listening = page.waitForRequest(`**${notificationEventsPath}*`)
      await page.goto(`${path()}?lang=${language}`)
      await listening
      await page.waitForLoadState('networkidle')
      const kilobytes = (await scripts()) / 1000
      console.log(`    ${name}, ${language}: ${kilobytes.toFixed(1)} KB of JavaScript (bar ${bar})`)
      expect(kilobytes).toBeLessThanOrEqual(bar)
    }
  })

/** Adds up the transfer size of scripts from now on, and fails if a script is not compressed. */
function measureScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(
      Promise.all([request.response(), request.sizes()]).then(([response, { responseBodySize }]) => {
        expect(response!.headers()['content-encoding'], request.url()).toBe('br')
        return responseBodySize
      }),
    )
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

interface LayoutShifts {
  /** The sum of all layout shifts. */
  shift: number
  /** Which elements moved, from where, and to where. */
  moved: string[]
}

interface LayoutShiftEntry extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = globalThis as unknown as LayoutShifts
    seen.shift = 0
    seen.moved = []
    const format = ({ x, y, width, height }: DOMRectReadOnly) => `${width} × ${height} at ${x}, ${y}`
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        seen.shift += entry.value
        for (const { node, previousRect, currentRect } of entry.sources) {
          const tag = node instanceof Element ? (node.cloneNode() as Element).outerHTML : String(node)
          seen.moved.push(`${tag}: ${format(previousRect)} → ${format(currentRect)}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
