import type { Locator, Page } from '@playwright/test'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { signUpOverHttp, type HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import {
  expect,
  openPageWithoutUserGesture,
  testPassword,
  test,
} from '#tests/support/browser/browser-test.ts'

let ada: HttpTestClient
let story: string
test.beforeAll(async ({ server }) => {
  // The creator must be an adult, because other sites cannot embed videos by minors.
  ada = await signUpOverHttp(server.url, 'all_ada', 18)
  story = await publishSampleVideo(ada, { title: 'By hand', type: 'story', genre: 'Mystery' }, { seconds: 6 })
  await publishSampleVideo(ada, { title: 'Neighbour', type: 'story', genre: 'Mystery' })
})

test('a visitor can find, play and comment on a video by keyboard alone', async ({ person }) => {
  const page = await person()
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.locator('#main')
  await expect(main).toBeFocused()
  await tabTo(page, main.getByRole('link', { name: 'Stories', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/stories')
  await expect(main).toBeFocused()

  const row = page.getByRole('region', { name: 'Recently Added Stories' })
  const link = row.getByRole('link', { name: 'By hand', exact: true })
  await tabTo(page, row.getByRole('link', { name: 'Neighbour', exact: true }))
  await page.keyboard.press('ArrowRight')
  await expect(link).toBeFocused()
  const details = row.getByRole('button', { name: 'Details: By hand' })
  await tabTo(page, details)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'By hand' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toBeFocused()
  await tabTo(page, row.getByRole('link', { name: 'Play: By hand' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/watch/${story}`)
  await expect(main).toBeFocused()
  const video = page.locator('video')
  await expect(video).toHaveCount(1)
  await page.keyboard.press('m')
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.muted)).toBe(true)
  await expect(page.getByRole('status').filter({ hasText: 'Muted' })).toBeAttached()

  await tabTo(page, page.locator('#comments').getByRole('link', { name: 'Log in' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type('all_ada@example.com')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(testPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/watch/${story}`)
  await tabTo(page, page.getByRole('button', { name: /^Like \d/ }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Liked 1 like' })).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'Your comment' }))
  await page.keyboard.type('no mouse here')
  await page.keyboard.press('Control+Enter')
  const comment = page.getByRole('listitem').filter({ hasText: 'no mouse here' })
  await expect(comment).toBeVisible()
  await tabTo(page, comment.getByRole('button', { name: 'Delete comment' }))
  await page.keyboard.press('Enter')
  await expect(comment).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()

  const account = page.getByRole('button', { name: 'Your account' })
  await tabTo(page, account, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Signed Out')).toBeVisible()
  // The deletion can be undone for a few seconds. If the user leaves the page, the comment is deleted on the
  // server immediately.
  const left = async () => {
    const { items } = (await (await page.request.get(`/api/content/${story}/comments`)).json()) as {
      items: unknown[]
    }
    return items.length
  }
  await expect.poll(left).toBe(0)
})

test('every element that can be reached with the keyboard has a visible focus indicator', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/')
  for (let nth = 0; nth < 30; nth += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(describeFocusRing), `stop ${nth + 1}`).not.toBe('')
  }
})

test('a toast over a dialog is announced to screen readers and can be clicked', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED/)
  const page = await person()
  await setSessionCookies(page, ada)
  await page.goto('/stories')
  await page.getByRole('button', { name: 'Details: Neighbour' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Neighbour' })
  await page.route('**/api/content/*', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // A modal dialog makes the rest of the page inert and removes it from the accessibility tree, so the toast
  // must appear inside the dialog.
  const alert = dialog.getByRole('alert').getByText('Delete failed')
  await expect(alert).toBeVisible()
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect(alert).toBeHidden()
  await expect(dialog).toBeVisible()
})

test('a toast does not cover any button in a sheet', async ({ person, server }) => {
  const bea = await signUpOverHttp(server.url, 'all_bea')
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1024, height: 700 },
  ]) {
    const page = await person({ viewport, permissions: ['clipboard-read', 'clipboard-write'] })
    await setSessionCookies(page, bea)
    await openPageWithoutUserGesture(page, `/watch/${story}`)
    // The player may replace the video while it loads, so all videos have this position.
    await page.evaluate(() =>
      Object.defineProperty(HTMLVideoElement.prototype, 'currentTime', { get: () => 4.2, set: () => {} }),
    )
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await page.getByRole('button', { name: 'More ways to share' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('Link copied')).toBeVisible()
    await expect(sheet.getByRole('checkbox', { name: 'Start at 0:04' })).toBeVisible()
    expect(await findCoveredControls(page)).toEqual([])

    await page.goto('/creator/all_ada')
    // Stops the page's clock, so that the toast stays until the dialog is open.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    const more = page.getByRole('button', { name: /^More/ })
    await more.click()
    await page.getByRole('menuitem', { name: /^Mute/ }).click()
    await expect(page.locator('.toast')).toBeVisible()
    await more.press('Enter')
    await page.getByRole('menuitem', { name: /^Block/ }).press('Enter')
    await expect(page.getByRole('alertdialog').locator('.toast')).toBeVisible()
    expect(await findCoveredControls(page)).toEqual([])
    await page.keyboard.press('Escape')
    await more.press('Enter')
    await page.getByRole('menuitem', { name: /^Unmute/ }).press('Enter')
    await expect(page.getByText('is no longer muted')).toBeVisible()
  }
})

test('pages do not scroll sideways at 200% zoom', async ({ person, expectedTrouble }) => {
  expectedTrouble.push(/status of 404/)
  const page = await person({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })
  await setSessionCookies(page, ada)
  const shelves = categoryNames.map((name) => categories[name].path)
  for (const path of ['/', ...shelves, `/watch/${story}`, '/creator/all_ada', ...others]) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const { over, widest } = await page.evaluate(measureOverflow)
    expect(over, `${path}: ${widest}`).toBeLessThanOrEqual(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

const others =
  '/dashboard /create /login /signup /search?q=hand /charts /genre/mystery /notifications /about /careers /press /help /contact /dmca /privacy /terms /cookies /safety'.split(
    ' ',
  )

test('pages run no animations if the visitor prefers reduced motion', async ({ person }) => {
  const page = await person({ reducedMotion: 'reduce' })
  await page.goto('/stories')
  const card = page.locator('article').filter({ hasText: 'By hand' }).first()
  await card.hover()
  await page.getByRole('button', { name: 'Details: By hand' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter(({ effect, playState }) => {
        return playState === 'running' && Number(effect?.getComputedTiming().duration) > 1
      }).length,
  )
  expect(moving).toBe(0)
  await expect(card.locator('video')).toHaveCount(0)
})

/** Presses Tab until `wanted` has focus. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeAttached()
  for (let presses = 0; presses < 90; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not reach ${wanted.toString()}`)
}

/** Returns the names of those controls in the open dialog whose center is covered by another element. */
function findCoveredControls(page: Page): Promise<string[]> {
  return page.locator('dialog[open]').evaluate((dialog) =>
    [...dialog.querySelectorAll<HTMLElement>('.dialog-body :is(button, a, input, textarea)')]
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        return !(hit && (control.contains(hit) || control.closest('label')?.contains(hit)))
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  )
}

/**
 * Returns how the page shows which element is focused: by the style of this element, or by an element drawn
 * around it. Returns an empty string if the element does not show its focus.
 */
function describeFocusRing(): string {
  const marks = (element: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part)
    return outlineStyle !== 'none' && outlineWidth !== '0px' ? outlineStyle : ''
  }
  const element = document.activeElement!
  const around = [element, element.parentElement!, element.closest('article') ?? element]
  return around.flatMap((each) => [marks(each), marks(each, '::after'), marks(each, '::before')]).join('')
}

function measureOverflow(): { over: number; widest: string } {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = [...document.querySelectorAll('main *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  )
  return { over: scrollWidth - clientWidth, widest: wide[0]?.outerHTML.slice(0, 120) ?? '' }
}
