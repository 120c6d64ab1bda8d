import type { Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { expect, testPassword, test } from '#tests/support/browser/browser-test.ts'

/** Signs up through the API, because these tests start after sign-up. */
async function member(page: Page, username: string, age: number): Promise<void> {
  const who = { full_name: `${username} Example`, email: `${username}@example.com`, age, username }
  const joined = await page.request.post('/api/accounts', {
    data: { ...who, password: testPassword, terms: true },
  })
  expect(joined.status()).toBe(201)
}

/** Creates a draft that appears in the list of uploads, without sending any bytes of its file. */
async function draft(page: Page, title: string, content_type: string): Promise<void> {
  const data = { title, content_type, file_name: 'a.mp4', file_size: 1000 }
  expect((await page.request.post('/api/uploads', { data })).status()).toBe(201)
}

const toast = (page: Page, title: string) => page.locator('.toast').filter({ hasText: title })

const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Dashboard sections' }).getByRole('link', { name }).click()

/** Aborts the requests that the page's forms send. */
const cut = (page: Page) => page.route('**/dashboard.data*', (route) => route.abort('connectionfailed'))
const mend = (page: Page) => page.unroute('**/dashboard.data*')

test('a creator can change their name, username and profile privacy on the dashboard', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of (409|422)/, /ERR_CONNECTION_FAILED/)
  const page = await person()
  await member(page, 'wilma', 18)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Profile & settings' }).click()
  await expect(page).toHaveURL(/#settings$/)
  await expect(page.getByRole('heading', { name: 'Your uploads' })).toBeHidden()
  await expect(page.getByText('You can change your username now')).toBeVisible()

  await page.getByRole('textbox', { name: 'Display name' }).fill('Wilma Films')
  await page.getByLabel('My display name').check()
  await page.getByRole('textbox', { name: 'Username' }).fill('wilma_films')
  await page.getByLabel('Bio').fill('Trains & trams')
  await page.getByLabel('Make my profile private').check()
  await expect(
    page.getByText('When private, only approved users see the full profile and uploads.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Saved')).toContainText('Profile updated successfully.')
  await expect(page.getByText('You can change your username again in 30 day(s).')).toBeVisible()
  await expect(page.getByText('Hey Wilma Films,')).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByText('@wilma_films').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('textbox', { name: 'Username' }).fill('wilma_more')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Username lock')).toContainText('You can change your username again in 30 day(s).')
  await page.getByRole('textbox', { name: 'Username' }).fill('wilma_films')
  await page.getByLabel('Bio').fill('Trains, trams and ferries')
  await cut(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Save failed')).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('Trains, trams and ferries')
  await mend(page)
  await page.getByLabel('Make my profile private').uncheck()
  // Waits for the response to the second save, because the toast from the first save may still be visible.
  const saved = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await saved).ok()).toBe(true)
  await expect(toast(page, 'Saved')).toBeVisible()

  const stranger = await person()
  await stranger.goto('/creator/Wilma_Films')
  await expect(stranger.getByRole('heading', { name: 'Wilma Films' })).toBeVisible()
  await expect(stranger.getByText('Trains, trams and ferries')).toBeVisible()

  // The profile is made private in the safety section of the page. Both this section and the profile form
  // must show that the profile is private, and saving other fields must keep it private.
  const profile = page.locator('#safety [data-setting=profile]')
  await openTab(page, 'Safety')
  await profile.getByRole('button', { name: 'Private' }).click()
  await expect(profile.locator('strong')).toHaveText('Private')
  await expect(page.getByLabel('Make my profile private')).toBeChecked()
  await openTab(page, 'Profile')
  await page.getByLabel('Bio').fill('Night buses')
  const kept = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await kept).ok()).toBe(true)
  await expect(profile.locator('strong')).toHaveText('Private')
  await stranger.reload()
  await expect(stranger.getByText('This profile is private')).toBeVisible()
})

test('an avatar is uploaded as soon as it is chosen, and an error explains why an avatar was refused', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/)
  const page = await person()
  await member(page, 'fred', 15)
  await page.goto('/dashboard#settings')
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a3' } })
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Change photo' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/dashboard.data*', async (route) => {
    await held
    await route.continue()
  })
  await choose('me.png', 'image/png', await picture.png().toBuffer())
  await expect(page.getByRole('button', { name: 'Uploading…' })).toBeVisible()
  letGo()
  await expect(toast(page, 'Avatar updated')).toBeVisible()
  await expect(page.locator('.bar-avatar img')).toHaveAttribute('src', /^\/avatars\//)
  await expect
    .poll(() => page.locator('.bar-avatar img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBe(512)

  await choose('me.png', 'image/png', Buffer.from('no picture at all'))
  await expect(toast(page, 'Upload failed')).toContainText('Use a JPG, PNG, WEBP or GIF image.')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.locator('.bar-avatar img')).toHaveCount(0)
})

test('the password form explains errors and confirms that the password was changed', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 422/, /ERR_CONNECTION_FAILED/)
  const page = await person()
  await member(page, 'betty', 17)
  await page.goto('/dashboard#account')
  const field = page.getByPlaceholder('New password (min 8 characters)')
  const update = page.getByRole('button', { name: 'Update password' })
  await field.fill('seven77')
  await update.click()
  await expect(toast(page, 'Password too short')).toContainText('Please use at least 8 characters.')
  await field.fill('lantern-kayak-24')
  await cut(page)
  await update.click()
  await expect(toast(page, 'Change failed')).toBeVisible()
  await mend(page)
  await update.click()
  await expect(toast(page, 'Password changed')).toBeVisible()
  await expect(field).toHaveValue('')

  // Makes the sign-in look 16 minutes old. The password form and account deletion then ask for the current
  // password first.
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  await database.query("update sessions set created_at = now() - interval '16 minutes'")
  await database.end()
  await page.reload()
  await openTab(page, 'Account')
  await expect(field).toHaveAccessibleDescription(/^At least 8 characters/)
  await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByLabel('Your password', { exact: true })).toBeVisible()
})

test('the upload list on the dashboard refreshes every 10 s and reports failed requests', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_CONNECTION_FAILED/)
  const page = await person()
  await member(page, 'barney', 16)
  await draft(page, 'Bowling night', 'show')
  await draft(page, 'Quarry song', 'music')
  await page.clock.install()
  await page.goto('/dashboard')
  const chips = page.getByRole('group', { name: 'Filter your uploads' }).getByRole('link')
  const counts = ['All 2', 'Music 1', 'Shows 1', 'Stories 0', 'Talent 0', 'Challenges 0', 'Live 0']
  await expect(chips).toHaveText(counts.map((text) => new RegExp(text.replace(' ', '\\s*'))))
  // The uploads come first, and the settings are behind other tabs.
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Your uploads')
  await expect(page.getByRole('button', { name: 'Update password' })).toBeHidden()
  for (const type of ['Music', 'Show', 'Story'])
    await expect(page.getByRole('link', { name: `Upload ${type}`, exact: true })).toBeVisible()
  const tiles = page.getByRole('navigation', { name: 'Create' }).getByRole('link')
  const hrefs = await tiles.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(hrefs).toEqual(
    ['music', 'show', 'story', 'talent', 'challenge', 'live'].map((type) => `/create?type=${type}`),
  )

  // A movie is uploaded in another browser. The next refresh shows the movie and a filter chip for its type.
  await draft(page, 'The long one', 'movie')
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { name: 'The long one' })).toBeVisible()
  await expect(chips).toHaveCount(8)
  await chips.filter({ hasText: 'Shows' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Bowling night' })).toBeVisible()

  await page.route('**/api/**', (route) => route.abort('connectionfailed'))
  await page.clock.runFor(10_000)
  await expect(toast(page, 'Error')).toContainText('Failed to load your content.')
  await page.getByRole('button', { name: 'Delete Bowling night' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Delete failed')).toBeVisible()
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Delete Bowling night' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page, 'Deleted')).toContainText('Your content was removed.')
  await expect(page.getByRole('heading', { name: 'Bowling night' })).toHaveCount(0)
})
