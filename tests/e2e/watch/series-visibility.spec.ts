import { createSeries, putEpisode } from '#contract/content/series.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'

async function publishTwoSeasons(owner: HttpTestClient, title: string): Promise<string[]> {
  const { id } = await owner.call(createSeries, { body: { title } })
  const videos: string[] = []
  for (const [name, season, episode] of [
    ['Snow day', 1, 1],
    ['Roof garden', 1, 2],
    ['New neighbours', 2, 1],
  ] as const) {
    const content_id = await publishSampleVideo(owner, { title: name, type: 'show' }, { seconds: 1 })
    await owner.call(putEpisode, { params: { id, content_id }, body: { season, episode } })
    videos.push(content_id)
  }
  return videos
}

for (const { shape, options } of screenVariants)
  test(`a viewer finds a series on the Shows page, and switches seasons beside the player: ${shape}`, async ({
    person,
    server,
  }) => {
    const name = (who: string) => `${who}_${shape.replace('-', '_')}`.slice(0, 20)
    const ada = await signUpOverHttp(server.url, name('sho_ada'))
    const title = `Northside ${shape}`
    const videos = await publishTwoSeasons(ada, title)
    const page = await person(options)
    await setSessionCookies(page, await signUpOverHttp(server.url, name('sho_kim')))

    await page.goto('/shows')
    const card = page.getByRole('region', { name: 'Series', exact: true }).getByRole('article')
    await expect(card.filter({ hasText: title })).toContainText('2 seasons · 3 episodes')
    const recent = page.getByRole('region', { name: 'Recently Added Shows' })
    await expect(
      recent.getByRole('link', { name: `New neighbours ${title} · S2 E1`, exact: true }),
    ).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'shows-with-series', shape)
    await card.getByRole('link', { name: title }).first().press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

    await page.goto(`/creator/${name('sho_ada')}`)
    await expect(page.getByRole('region', { name: 'Series', exact: true }).getByRole('article')).toHaveCount(
      1,
    )
    await checkPageAndCaptureScreenshot(page, 'profile-with-series', shape)

    // While the last episode of the first season plays, the second season is selected.
    await page.goto(`/watch/${videos[1]}`)
    const box = page.getByRole('region', { name: title })
    const current = box.getByRole('listitem').filter({ hasText: 'Now playing' })
    await expect(current).toContainText('Roof garden')
    await expect(box.getByRole('link', { name: 'Next episode · S2 E1' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'season-choice', shape)
    const seasonTwo = box.getByRole('navigation', { name: 'Seasons' }).getByRole('link', { name: 'Season 2' })
    await page.evaluate(() =>
      Object.assign(globalThis, { stayed: document.querySelector('.watch-stage video') }),
    )
    await seasonTwo.press('Enter')
    await expect(box.getByRole('listitem')).toHaveText([/E1.*New neighbours/])
    await expect(seasonTwo).toHaveAttribute('aria-current', 'true')
    await expect(seasonTwo).toBeFocused()
    expect(
      await page.evaluate(
        () => (globalThis as { stayed?: unknown }).stayed === document.querySelector('.watch-stage video'),
      ),
    ).toBe(true)
    await box.getByRole('link', { name: 'New neighbours' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'New neighbours' })).toBeVisible()
    await expect(seasonTwo).toHaveAttribute('aria-current', 'true')
    await expect(current).toContainText('New neighbours')
  })
