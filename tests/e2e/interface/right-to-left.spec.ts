import type { Locator, Page } from '@playwright/test'
import { postComment } from '#contract/engagement/comments.ts'
import { createPlaylist } from '#contract/engagement/playlists.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { makeRightToLeft } from '#tests/support/browser/right-to-left.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const
const title = 'رحلة إلى البحر: Vlog 7!'

let lina: HttpTestClient
let omar: HttpTestClient
let id: string
let playlist: string
test.beforeAll(async ({ server }) => {
  lina = await signUpOverHttp(server.url, 'rtl_lina')
  omar = await signUpOverHttp(server.url, 'rtl_omar')
  for (const number of [1, 2, 3, 4, 5, 6])
    await publishSampleVideo(lina, { title: `الفيلم ${number}`, type: 'movie', genre: 'Drama' })
  const description = 'يوم طويل على الشاطئ.\nMusic by Ada (2026).\n0:00 البداية\n0:04 البحر\n0:08 Sunset'
  await publishSampleVideo(lina, { title: 'Harbour (live)!', type: 'movie', genre: 'Drama' })
  id = await publishSampleVideo(lina, { title, type: 'movie', genre: 'Drama', description }, clip)
  const say = (body: string) => omar.call(postComment, { params: { id }, body: { body } })
  await say('Great video, @rtl_lina!')
  await say('فيديو جميل يا @rtl_lina! شكرا 0:04')
  playlist = (await lina.call(createPlaylist, { body: { title: 'قائمة الصيف', visibility: 'public' } })).id
})

async function openPage(
  person: (options?: object) => Promise<Page>,
  member: HttpTestClient | undefined,
  options: object,
): Promise<Page> {
  const page = await person(options)
  await makeRightToLeft(page)
  if (member) await setSessionCookies(page, member)
  return page
}

const left = async (element: Locator) => (await element.boundingBox())!.x
const direction = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction)

const walks = (['ar', 'en-XA'] as const).flatMap((language) =>
  screenVariants.map((variant) => ({ ...variant, language })),
)

for (const { shape, options, language } of walks)
  test(`the main pages fit the screen and are accessible in the language ${language}: ${shape}`, async ({
    person,
  }) => {
    test.setTimeout(180_000)
    const page = await person(options)
    await setSessionCookies(page, lina)
    const open = async (path: string, screen: string) => {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await checkPageAndCaptureScreenshot(page, `${language}-${screen}`, shape)
    }
    await open('/', 'home')
    await open('/movies', 'movies')
    await open(`/watch/${id}`, 'watch')
    await open(`/playlist/${playlist}`, 'playlist')
    await open('/playlists', 'playlists')
    await open('/create/movie', 'upload')
    await open(`/dashboard/edit/${id}`, 'edit')
    await open('/dashboard', 'dashboard')
    await open('/dashboard/data', 'data')
    await open('/notifications', 'notifications')
    await open(`/dashboard/analytics/${id}`, 'analytics')
    await open('/creator/rtl_omar', 'creator')
    await open('/search?q=الفيلم', 'search')
    await open('/charts', 'charts')
    await open('/help', 'help')
    await open('/about', 'about')
    await open('/safety', 'safety')
    await open('/cookies', 'cookies')
    await open('/following', 'following')
    await open('/history', 'history')
    await open(`/dashboard/edit/${id}/captions/ar`, 'caption-editor')
    // Closes the stream of notifications, which would otherwise reconnect without a session.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await open('/login', 'login')
    await open('/signup', 'signup')
    await open('/contact', 'contact')
  })

test('on Arabic pages, rows of cards scroll to the left with the arrow buttons and the arrow keys', async ({
  person,
}) => {
  const page = await openPage(person, undefined, { viewport: { width: 1100, height: 800 } })
  await page.goto('/movies')
  const row = page.getByRole('region', { name: 'Recently Added Movies' })
  const track = row.getByRole('list')
  await expect(track).toHaveAttribute('data-more', 'end')
  const [back, on] = [row.getByRole('button').first(), row.getByRole('button').nth(1)]
  expect(await left(on)).toBeLessThan(await left(back))
  expect(await on.locator('svg').evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1')
  await on.click()
  await expect(track).toHaveAttribute('data-more', /both|start/)
  expect(await track.evaluate((list) => list.scrollLeft)).toBeLessThan(-100)
  await back.click()
  await expect(track).toHaveAttribute('data-more', 'end')

  const [first, second] = [track.locator('.card-link').first(), track.locator('.card-link').nth(1)]
  await first.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(second).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeFocused()
})

test('on Arabic pages, menus, dialogs and toasts open on the mirrored side', async ({ person }) => {
  const page = await openPage(person, omar, { viewport: { width: 1100, height: 800 } })
  await page.goto(`/watch/${id}`)
  const account = page.getByRole('button', { name: 'Your account' })
  expect(await left(account)).toBeLessThan(200)
  await account.press('Enter')
  const menu = page.getByRole('menu', { name: 'Your account' })
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  expect(Math.abs((await left(menu)) - (await left(account)))).toBeLessThan(2)
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  expect(await left(page.locator('.toast'))).toBeLessThan(40)
  const more = page.getByRole('button', { name: 'More ways to share' })
  await more.click()
  const dialog = page.getByRole('dialog')
  const heading = dialog.getByRole('heading').first()
  expect(await left(dialog.getByRole('button', { name: 'Close' }))).toBeLessThan(await left(heading))
  expect(await direction(dialog.getByRole('textbox').first())).toBe('ltr')
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('on Arabic pages, the player stays left-to-right, but its menu is right-to-left', async ({ person }) => {
  const page = await openPage(person, undefined, { viewport: { width: 1100, height: 800 } })
  await page.goto(`/watch/${id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await waitForPlayback(page, 0.2)
  await page.keyboard.press('k')
  const stage = page.locator('.stage')
  const settings = stage.getByRole('button', { name: 'Settings' })
  const pause = stage.getByRole('button', { name: 'Play', exact: true })
  expect(await left(pause)).toBeLessThan(await left(settings))
  const time = () => page.evaluate(() => document.querySelector('video')!.currentTime)
  const before = await time()
  await page.keyboard.press('ArrowRight')
  await expect.poll(time).toBeGreaterThan(before + 3)
  await stage.getByRole('slider').first().focus()
  const middle = await time()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(time).toBeLessThan(middle)

  await settings.press('Enter')
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitemradio').first()).toBeFocused()
  expect(await direction(menu)).toBe('rtl')
  const [box, player] = [(await menu.boundingBox())!, (await stage.boundingBox())!]
  expect(box.x).toBeGreaterThanOrEqual(player.x)
  expect(box.x + box.width).toBeLessThanOrEqual(player.x + player.width)
})

test('text written by users keeps its own direction on Arabic pages', async ({ person }) => {
  const page = await openPage(person, omar, { viewport: { width: 1100, height: 800 } })
  await page.goto(`/watch/${id}`)
  const body = (text: string) => page.locator('.entry-body').filter({ hasText: text })
  expect(await direction(body('Great video'))).toBe('ltr')
  expect(await direction(body('فيديو جميل'))).toBe('rtl')
  expect(await direction(page.getByRole('heading', { level: 1, name: title }))).toBe('rtl')
  // The at sign stays before the name.
  const mention = body('فيديو جميل').getByRole('link', { name: '@rtl_lina' })
  expect(await mention.evaluate(startsOnTheLeft)).toBe(true)
  const related = page.locator('.related-name').filter({ hasText: 'Harbour' })
  expect(await related.evaluate(startsOnTheLeft)).toBe(false)
  // An empty text field has the text direction of the page.
  const box = page.locator('#comments').getByRole('textbox')
  expect(await direction(box)).toBe('rtl')
})

/** Whether the first letter of the element's text is also the leftmost letter. */
function startsOnTheLeft(element: Element): boolean {
  const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!
  const range = document.createRange()
  range.setStart(node, 0)
  range.setEnd(node, 1)
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left < 1
}
