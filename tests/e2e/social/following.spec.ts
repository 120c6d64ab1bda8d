import { updateContent } from '#contract/content/own-content.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { putFollow } from '#contract/people/follows.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { listNotifications } from '#contract/notifications.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { insertOlderTvShowsWithoutMedia } from '#tests/support/fixtures/tv-shows-without-media.ts'

test.describe.configure({ mode: 'parallel' })

const desktop = {
  shape: 'desktop-light',
  options: { colorScheme: 'light' as const, viewport: { width: 1440, height: 900 } },
}
const variants = screenVariants.length > 1 ? screenVariants : [...screenVariants, desktop]

for (const { shape, options } of variants)
  test(`the feed of followed creators can be used with the keyboard: ${shape}`, async ({
    person,
    server,
  }) => {
    test.setTimeout(120_000)
    const nameOf = (name: string) => `${name}_${shape.replace('-', '_')}`
    const [owner, fan] = [
      await signUpOverHttp(server.url, nameOf('lena')),
      await signUpOverHttp(server.url, nameOf('moe')),
    ]
    const creator = nameOf('lena')
    const newest = await publishSampleVideo(owner, { title: 'Lanterns on the canal' })
    await insertOlderTvShowsWithoutMedia(server.databaseUrl, newest, 29)
    const page = await person(options)

    await page.goto('/following')
    await expect(
      page.getByRole('heading', { name: 'Sign in to see videos by people you follow' }),
    ).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
      'href',
      '/login?next=%2Ffollowing',
    )
    await checkPageAndCaptureScreenshot(page, 'following-signed-out', shape)

    const longTitle = 'Lanterns on the canal, filmed from the old bridge on the last warm night of the year'
    const other = await publishSampleVideo(await signUpOverHttp(server.url, nameOf('nia')), {
      title: longTitle,
    })
    await setSessionCookies(page, fan)
    for (const id of [newest, other]) await fan.call(putLike, { params: { id } })
    await page.goto('/following')
    await expect(page.getByRole('heading', { name: 'You don’t follow anyone yet' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Creators on the Teen Charts' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'following-nobody', shape)

    await page.goto(`/creator/${creator}`)
    await page.getByRole('button', { name: `Follow @${creator}` }).press('Enter')
    const bell = page.getByRole('button', { name: `New videos from @${creator}` })
    await expect(bell).toHaveAccessibleName(/no notifications$/)
    await bell.press('Enter')
    const all = page.getByRole('menuitemradio', { name: 'All new videos' })
    await expect(all).toBeFocused()
    await expect(all).not.toBeChecked()
    const menu = page.getByRole('menu', { name: 'Notifications about new videos' })
    await expect(menu.getByText('Notifications arrive in your bell, at the top of the page.')).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Get notifications on this device too' })).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'following-bell-menu', shape)
    await page.keyboard.press('Enter')
    await expect(all).toBeChecked()
    await expect(bell).toHaveAccessibleName(/notifications for all videos$/)
    await page.keyboard.press('Escape')
    await expect(bell).toBeFocused()
    await checkPageAndCaptureScreenshot(page, 'following-bell-on', shape)

    await page.goto('/followers?list=following')
    const stop = page.getByRole('button', { name: `Stop notifying me about new videos from @${creator}` })
    const start = page.getByRole('button', { name: `Notify me about new videos from @${creator}` })
    await checkPageAndCaptureScreenshot(page, 'followers-following', shape)
    await stop.press('Enter')
    await start.press('Enter')
    await expect(stop).toBeVisible()

    const notifications = page.getByRole('link', { name: /^Notifications/ }).first()
    for (const [n, title] of ['Rain on the tram', 'Snow on the tram'].entries()) {
      const id = await publishSampleVideo(owner, { title })
      // Publishing a sample video emits no event. This change emits an event that notifies followers.
      await owner.call(updateContent, { params: { id }, body: { visibility: 'followers' } })
      await expect.poll(async () => (await newestNotification(fan))?.videos_count).toBe(n + 1)
      await expect(notifications).toHaveAccessibleName('Notifications, 1 unread')
      await notifications.press('Enter')
      await expect(
        page.getByRole('link', {
          name: n === 0 ? `New video from @${creator}: “${title}”` : `2 new videos from @${creator}`,
        }),
      ).toBeVisible()
      if (n === 1) await checkPageAndCaptureScreenshot(page, 'notifications-new-videos', shape)
      await page.keyboard.press('Escape')
    }

    await page.goto('/')
    if (options.viewport.width > 1000) {
      await page.getByRole('button', { name: 'Your account' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Following' }).press('Enter')
    } else {
      await page.getByRole('button', { name: 'Menu' }).press('Enter')
      await page
        .getByRole('navigation', { name: 'Menu' })
        .getByRole('link', { name: 'Following' })
        .press('Enter')
    }
    await page.waitForURL('**/following')
    const videos = page.getByRole('region', { name: 'Videos by people you follow' }).getByRole('article')
    await expect(videos).toHaveCount(24)
    await expect(videos.first()).toContainText('Snow on the tram')
    await expect(page.getByText('You’re all caught up')).toHaveCount(0)
    await checkPageAndCaptureScreenshot(page, 'following-first-page', shape)
    await page.getByRole('link', { name: 'Show more' }).press('Enter')
    await expect(videos).toHaveCount(32)
    await expect(videos.nth(24).getByRole('link').first()).toBeFocused()
    await expect(page.getByRole('link', { name: 'Show more' })).toHaveCount(0)
    await expect(page.getByText('You’re all caught up')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'following-end', shape)
  })

test('the feed and the notification bell work without JavaScript', async ({ person, server }) => {
  const [owner, fan] = [
    await signUpOverHttp(server.url, 'plain_lena'),
    await signUpOverHttp(server.url, 'plain_moe'),
  ]
  const page = await person({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await setSessionCookies(page, fan)
  const { me } = await owner.call(getSession, {})
  await fan.call(putFollow, { params: { id: me!.id } })
  await page.goto('/following')
  await expect(page.getByRole('heading', { name: 'No videos yet' })).toBeVisible()
  await insertOlderTvShowsWithoutMedia(
    server.databaseUrl,
    await publishSampleVideo(owner, { title: 'Lanterns' }),
    29,
  )

  await page.goto('/all/following')
  await expect(page).toHaveURL('/following')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(page.getByText('You’re all caught up')).toBeVisible()
  await page.getByRole('link', { name: 'Newest videos' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)

  await page.goto('/creator/plain_lena')
  const bell = page.getByRole('button', { name: 'New videos from @plain_lena' })
  await bell.click()
  await page.getByRole('menuitemradio', { name: 'All new videos' }).click()
  await expect(bell).toHaveAccessibleName(/notifications for all videos$/)
})

const newestNotification = async (who: HttpTestClient) =>
  (await who.call(listNotifications, { query: { limit: 1 } })).items[0]
