import type { Page } from '@playwright/test'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { checkPageAndCaptureScreenshot } from '#tests/support/browser/accessibility-checks.ts'
import {
  expect,
  signUpThroughApi,
  signUpThroughForm,
  testPassword,
  test,
} from '#tests/support/browser/browser-test.ts'

const bar = (page: Page) => page.getByRole('banner')
const links = ['Home', 'Music', 'Shows', 'Stories', 'Talent', 'Challenges', 'Live']
const places = ['/', '/music', '/shows', '/stories', '/talent', '/challenges', '/live']

test('the navigation bar shows visitors and members different links', async ({ person }) => {
  const page = await person()
  await page.goto('/')
  const main = bar(page).getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link')).toHaveText(links)
  expect(await hrefs(main.getByRole('link'))).toEqual(places)
  await expect(bar(page).getByRole('link', { name: 'Create' })).toHaveCount(0)
  await page.goto('/music')
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/login?next=%2Fmusic',
  )
  await expect(bar(page).getByRole('link', { name: 'Join Free' })).toHaveAttribute(
    'href',
    '/signup?next=%2Fmusic',
  )

  await signUpThroughForm(page, 'zora_bar', 18)
  const toasts = page.locator('.toast')
  await expect(toasts).toHaveText(/^Account Created!/)
  await toasts.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Account created', { exact: true })).toBeVisible()
  await expect(page.getByText('Your account will display your username publicly.')).toBeVisible()
  await expect(main.getByRole('link')).toHaveText([...links, 'Dashboard'])
  await expect(bar(page).getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/create')
  // The menu contains movies and charts at every window size. The navigation bar fits even at the narrowest
  // width that shows its links.
  await page.setViewportSize({ width: 1180, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1180)
  await expect(main).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  for (const name of ['Movies', 'TV shows', 'Teen Charts'])
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  const account = bar(page).getByRole('button', { name: 'Your account' })
  await expect(account).toHaveText('Z')
  await account.click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Creator Dashboard',
    'Create',
    'Following',
    'Playlists',
    'Your profile',
    'Settings',
    'Sign Out',
  ])
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()

  const hero = page.locator('main header')
  await expect(hero.getByRole('link', { name: /^Upload / })).toHaveText([
    'Upload Music',
    'Upload Show',
    'Upload Story',
  ])
  expect(await hrefs(hero.getByRole('link', { name: /^Upload / }))).toEqual(
    ['music', 'show', 'story'].map((type) => `/create/${type}`),
  )
  const tiles = page.getByRole('navigation', { name: 'Create' }).getByRole('link')
  await expect(tiles).toHaveText(['Music', 'Shows', 'Stories', 'Talent', 'Challenges', 'Live'])
  expect(await hrefs(tiles)).toEqual(
    ['music', 'show', 'story', 'talent', 'challenge', 'live'].map((type) => `/create?type=${type}`),
  )

  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/dashboard$/)
  }
})

test('on a phone the menu contains all links and actions of the navigation bar', async ({
  person,
  expectedTrouble,
}) => {
  // The page may still be sending the time zone when the member signs out.
  expectedTrouble.push(/401.*\/api\/me\/time-zone/)
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const open = () => page.getByRole('button', { name: 'Menu', exact: true }).click()
  await open()
  for (const name of [...links, 'Movies', 'TV shows', 'Teen Charts', 'Join Free', 'Sign In'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  const box = menu.getByPlaceholder('Search music, shows, creators')
  await box.fill('harbour')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=harbour$/)

  await signUpThroughApi(page, 'mia_menu')
  await page.goto('/dashboard')
  // Only one section of the menu is open at a time. This keeps the menu short enough to scroll with a thumb.
  const height = () => page.evaluate(() => document.querySelector('main')!.clientHeight)
  const parts = page.getByRole('navigation', { name: 'Dashboard sections' }).getByRole('link')
  await expect(parts).toHaveText(['Uploads', 'Profile', 'Safety', 'Account'])
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update password' })).toBeHidden()
  expect(await height()).toBeLessThan(2200)
  await parts.filter({ hasText: 'Account' }).click()
  await expect(page.getByRole('button', { name: 'Update password' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toBeHidden()
  expect(await height()).toBeLessThan(2200)
  await open()
  for (const name of ['Create', 'Dashboard', 'Your profile'])
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
  await menu.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByLabel('Make my profile private')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update password' })).toBeHidden()
  await page.goto('/dashboard#safety')
  await expect(page.getByRole('heading', { name: 'Safety & privacy' })).toBeInViewport()
  await open()
  await menu.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Signed Out', { exact: true })).toBeVisible()
  await expect(page.getByText('Come back soon!')).toBeVisible()
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email' }).fill('mia_menu@example.com')
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Welcome Back!')).toBeVisible()
  await expect(page.getByText('Successfully signed in.')).toBeVisible()
})

test('an email confirmation link needs one click in the browser used to sign up, and a password in other browsers', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/)
  const confirmed = 'Your email is confirmed. Welcome!'
  const page = await person()
  await page.goto('/?confirmed=1')
  await expect(page).toHaveURL(/\/login\?confirmed=1$/)
  await expect(page.getByText(confirmed)).toBeVisible()

  await signUpThroughApi(page, 'conny_mail')
  await page.goto('/dashboard')
  const email = 'conny_mail@example.com'
  const link = extractFirstLink(await waitForEmail(server, email, 'Confirm')).href
  await page.goto(link)
  await expect(page.getByText(`@conny_mail (${email})`)).toBeVisible()
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await checkPageAndCaptureScreenshot(page, 'confirm-email', 'desktop-light')

  // Opens the confirmation link in two browsers that have never used the account: on a phone, and without
  // JavaScript.
  const shape = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }
  const phone = await person(shape)
  await phone.goto(`${link}&new=1`)
  await expect(phone.getByLabel('New password')).toBeVisible()
  await checkPageAndCaptureScreenshot(phone, 'confirm-email-password', 'phone-dark')
  const plain = await person({ javaScriptEnabled: false })
  await plain.goto(link)
  await plain.getByLabel('Your password').fill('not the one, no')
  await plain.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(plain.getByText('This isn’t the password you chose when you joined.')).toBeVisible()
  await plain.getByRole('link', { name: 'choose a new one' }).click()
  await expect(plain.getByLabel('New password')).toBeVisible()

  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page).toHaveURL(/\/\?confirmed=1$/)
  await expect(page.getByText(confirmed)).toBeVisible()
  await plain.getByLabel('New password').fill('a-password-of-mine')
  await plain.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(plain.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
})

test('every navigation starts at the top of the page, and an unknown path redirects to the home page', async ({
  person,
  expectedTrouble,
}) => {
  const page = await person()
  await page.goto('/terms')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

  expectedTrouble.push(/status of 404/)
  const answer = await page.goto('/no/such/place')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(/^Page not found/)
  const notice = page.getByRole('region', { name: 'We couldn’t find that page' })
  await expect(notice).toBeInViewport()
  await expect(notice.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  await expect(page.getByText('Built for Teens • Ages 13–19')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a page reports errors from failed requests, but not from aborted requests', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/really broken/)
  const page = await person()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto('/terms')
  await page.evaluate(() => {
    void Promise.reject(AbortSignal.abort().reason as DOMException)
    void Promise.reject(new Error('really broken'))
  })
  await expect.poll(() => errors).toEqual(['really broken'])
})

function hrefs(found: ReturnType<Page['getByRole']>) {
  return found.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
}
