import type { Page } from '@playwright/test'
import { createSeries, getContentSeries, listEpisodes, putEpisode } from '#contract/content/series.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'

/** Publishes the episodes of a series with two seasons. Returns the series and its videos. */
async function publishSeries(owner: HttpTestClient) {
  const { id } = await owner.call(createSeries, {
    body: { title: 'Night bus', description: 'Nobody on this bus knows where it goes.' },
  })
  const videos: string[] = []
  for (const [title, season, episode] of [
    ['Wrong stop', 1, 1],
    ['Lost property', 1, 2],
    ['Depot', 2, 1],
  ] as const) {
    const content_id = await publishSampleVideo(owner, { title, type: 'show' }, { seconds: 1 })
    await owner.call(putEpisode, { params: { id, content_id }, body: { season, episode } })
    videos.push(content_id)
  }
  return { id, videos }
}

const episodes = (page: Page) => page.locator('.list-row .list-name').allTextContents()

for (const { shape, options } of screenVariants) {
  const name = (who: string) => `${who}_${shape.replace('-', '_')}`.slice(0, 20)

  test(`a viewer plays a series across two seasons with the keyboard: ${shape}`, async ({
    person,
    server,
  }) => {
    const ada = await signUpOverHttp(server.url, name('ser_ada'))
    const { id, videos } = await publishSeries(ada)
    const page = await person(options)
    await setSessionCookies(page, await signUpOverHttp(server.url, name('ser_kim')))
    await page.goto(`/series/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Night bus' })).toBeVisible()
    expect(await episodes(page)).toEqual(['Wrong stop', 'Lost property'])
    await checkPageAndCaptureScreenshot(page, 'series', shape)
    await page.getByRole('link', { name: 'Season 2' }).press('Enter')
    await expect.poll(() => episodes(page)).toEqual(['Depot'])
    const notify = page.getByRole('button', { name: 'Notify me about new episodes' })
    await notify.press('Enter')
    await expect(notify).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Notifications arrive in your bell, at the top of the page.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get notifications on this device too' })).toHaveAttribute(
      'href',
      '/notifications#push',
    )
    await checkPageAndCaptureScreenshot(page, 'series-notifications', shape)

    // After the first season, playback continues with the second season, although related videos are newer.
    await page.getByRole('link', { name: 'Play from the beginning' }).press('Enter')
    const end = page.getByRole('region', { name: 'The video has ended' })
    await expect(page.getByRole('link', { name: 'Night bus · S1 E1', exact: true })).toBeVisible()
    const season = page.getByRole('region', { name: 'Night bus' })
    await expect(season.getByRole('listitem')).toHaveText([/E1.*Wrong stop/, /E2.*Lost property/])
    await expect(season.getByRole('listitem').getByRole('link', { name: 'Now playing' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    await checkPageAndCaptureScreenshot(page, 'series-watch', shape)
    await end.getByRole('link', { name: 'Lost property' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Night bus · S1 E2', exact: true })).toBeVisible()
    await end.getByRole('link', { name: 'Depot' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Night bus · S2 E1', exact: true })).toBeVisible()

    const me = await page.evaluate(
      async () => ((await (await fetch('/api/session')).json()) as { me: { id: string } }).me.id,
    )
    await page.evaluate(
      ([userId, video]) =>
        localStorage.setItem(
          `positions:${userId}`,
          JSON.stringify([{ id: video, seconds: 40, at: Date.now() }]),
        ),
      [me, videos[1]] as const,
    )
    await page.goto(`/series/${id}`)
    await page.getByRole('link', { name: 'Continue S1 E2' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Lost property' })).toBeVisible()
  })

  test(`a creator can reorder the episodes of a series with the keyboard: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 422/)
    const ada = await signUpOverHttp(server.url, name('ord_ada'))
    const { id, videos } = await publishSeries(ada)
    const page = await person(options)
    await setSessionCookies(page, ada)
    await page.goto(`/series/${id}`)
    const menu = page.getByRole('button', { name: 'Options for Lost property' })
    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
    await expect.poll(() => episodes(page)).toEqual(['Lost property', 'Wrong stop'])
    await expect(menu).toBeFocused()
    await expect(page.getByText('Lost property: season 1, episode 1')).toBeAttached()

    await menu.press('Enter')
    await page.getByRole('menuitem', { name: 'Change number' }).press('Enter')
    const dialog = page.getByRole('dialog', {
      name: 'Change the season and episode number of “Lost property”',
    })
    await dialog.getByRole('spinbutton', { name: 'Episode' }).fill('2')
    await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(
      dialog.getByText('Season 1, episode 2 is already “Wrong stop”. Choose another number.'),
    ).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'series-number', shape)
    await dialog.getByRole('spinbutton', { name: 'Episode' }).fill('3')
    await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect.poll(() => episodes(page)).toEqual(['Wrong stop', 'Lost property'])

    await page.getByRole('button', { name: 'Edit' }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Edit series' })
    await edit.getByRole('textbox', { name: 'Title' }).fill('Night bus 9')
    await checkPageAndCaptureScreenshot(page, 'series-edit', shape)
    await edit.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Night bus 9' })).toBeVisible()

    // The edit form of a video can move the video to a new series.
    await page.goto(`/dashboard/edit/${videos[2]}`)
    const part = page.getByRole('combobox', { name: /^Part of a series/ })
    await expect(part).toHaveValue(id)
    await part.selectOption('New series…')
    await page.getByRole('textbox', { name: 'Title of the new series' }).fill('Depot days')
    await page.getByRole('textbox', { name: 'Title of the new series' }).press('Enter')
    await expect(page.getByRole('spinbutton', { name: 'Season' })).toHaveValue('1')
    await expect(page.getByRole('spinbutton', { name: 'Episode' })).toHaveValue('1')
    await page.getByRole('spinbutton', { name: 'Episode' }).fill('4')
    await checkPageAndCaptureScreenshot(page, 'series-fields', shape)
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect
      .poll(async () => {
        const { series } = await ada.call(getContentSeries, { params: { id: videos[2]! }, query: {} })
        return series && `${series.title} ${series.season}.${series.episode}`
      })
      .toBe('Depot days 1.4')
    expect((await ada.call(listEpisodes, { params: { id }, query: {} })).items).toHaveLength(2)

    // The upload form suggests the next episode number. If a number is taken, the form names the episode that
    // has this number.
    await page.goto('/create/show')
    await part.selectOption('Night bus 9')
    const episode = page.getByRole('spinbutton', { name: 'Episode' })
    await expect(episode).toHaveValue('4')
    await episode.fill('3')
    await expect(page.getByText('Season 1, episode 3 is already “Lost property”.')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'series-upload', shape)
    await page.getByRole('spinbutton', { name: 'Season' }).fill('2')
    await expect(episode).toHaveValue('1')
  })
}
