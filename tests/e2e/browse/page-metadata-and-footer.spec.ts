import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishVideoInSeries, collectRequestProblems } from '#tests/support/browser/page-request-problems.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test('only videos by adults have metadata for search engines and other sites', async ({ person, server }) => {
  const title = 'Pier </script><script>alert(1)</script>'
  const [grown, young] = [
    await signUpOverHttp(server.url, 'vera_out', 18),
    await signUpOverHttp(server.url, 'yuri_in', 15),
  ]
  const [out, kept] = [await publishVideoInSeries(grown, title), await publishVideoInSeries(young, title)]
  const page = await person()
  await page.goto(`/watch/${out.film}`)
  const video = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  expect(video).toMatchObject({ '@type': 'VideoObject', name: title, duration: 'PT2S' })
  for (const url of [...video.thumbnailUrl, video.contentUrl, video.embedUrl]) {
    expect(url.startsWith(server.url), url).toBe(true)
    expect((await page.request.get(url)).status(), url).toBe(200)
  }
  const oembed = await page.locator('link[type="application/json+oembed"]').getAttribute('href')
  expect(await (await page.request.get(oembed!)).json()).toMatchObject({ type: 'video', title })
  const frame = async (playbackId: string) => {
    const headers = (await page.request.get(`/embed/${playbackId}`)).headers()
    return /frame-ancestors [^;]+/.exec(headers['content-security-policy']!)![0]
  }
  expect(await frame(out.playbackId)).toBe('frame-ancestors *')

  await page.goto(`/watch/${kept.film}`)
  await expect(page.locator('h1')).toHaveText(title)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(
    page.locator('script[type="application/ld+json"], link[type="application/json+oembed"]'),
  ).toHaveCount(0)
  expect(await frame(kept.playbackId)).toBe("frame-ancestors 'none'")
})

test('every footer link opens a page scrolled to the top', async ({ person, server }) => {
  const page = await person({ viewport: { width: 390, height: 844 } })
  const troubles = collectRequestProblems(page, server.url)
  await page.goto('/terms')
  const inFooter = page.locator('footer a[href^="/"]:not([href^="/api"])')
  const hrefs = await inFooter.evaluateAll((links) => links.map((one) => one.getAttribute('href')!))
  expect(hrefs.length).toBeGreaterThan(15)
  for (const href of hrefs) {
    await page.locator(`footer a[href="${href}"]`).first().click()
    await page.waitForURL(`**${href}`)
    await expect.poll(() => page.evaluate(() => scrollY), { message: href }).toBe(0)
    await expect(page.locator('h1')).toHaveCount(1)
  }
  await expect(page.locator('footer a[href^="mailto:"]')).toHaveText(/^hello@/)
  await expect(page.locator('footer')).toContainText('©')
  await expect(page.locator('footer h2')).toHaveText(['Watch', 'Company', 'Support', 'Legal'])
  expect(hrefs).toContain('/safety')
  expect(troubles).toEqual([])
})

test('the site can be added to a home screen', async ({ person }) => {
  const page = await person()
  await page.goto('/about')
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ name: 'Afterbell', start_url: '/', display: 'standalone' })
  const icons = manifest.icons as { src: string; sizes: string; purpose?: string }[]
  expect(
    icons.some(({ sizes }) => sizes === '192x192') && icons.some(({ sizes }) => sizes === '512x512'),
  ).toBe(true)
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const named = await page
    .locator('link[rel*=icon], link[rel=manifest]')
    .evaluateAll((links) => links.map((one) => one.getAttribute('href')!))
  for (const src of [...icons.map((icon) => icon.src), ...named, '/favicon.ico', '/og.png'])
    expect((await page.request.get(src)).ok(), src).toBe(true)
})
