import type { Page } from '@playwright/test'
import { getSession } from '#contract/accounts/current-user.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { waitForEmail, extractFirstLink } from '#tests/support/app/sent-emails.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { readRecordedAuthEvents, recordAuthEvents } from '#tests/support/browser/auth-events.ts'
import { expect, signUpThroughForm, testPassword, test } from '#tests/support/browser/browser-test.ts'

const email = (name: string) => `${name}@example.com`

async function signInWith(page: Page, name: string, secret = testPassword): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email(name))
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true })
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

test('one click on a sign-in link signs the user in, returns to the requested page and updates every tab', async ({
  person,
  server,
  expectedTrouble,
}) => {
  // If one tab signs out while another tab sends a request as a member, that request is refused.
  expectedTrouble.push(/status of 422/, /status of 401.*\/api\/(me\/time-zone|notifications\/)/)
  const ada = await person()
  await recordAuthEvents(ada)
  await signUpThroughForm(ada, 'linkada')
  await expect(toast(ada, 'Account Created!')).toBeVisible()
  await expect(toast(ada, 'Check your email to confirm your account.')).toBeVisible()
  await ada.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(ada, 'Account created')).toBeVisible()
  await expect(toast(ada, 'Your account is set to show your username publicly.')).toBeVisible()
  await expect.poll(() => readRecordedAuthEvents(ada)).toEqual(['initial_session', 'signed_in'])
  await signOut(ada)
  await expect(toast(ada, 'Signed Out')).toBeVisible()
  await expect(toast(ada, 'Come back soon!')).toBeVisible()
  await ada.waitForURL('**/login?next=%2Fdashboard')
  await expect.poll(() => readRecordedAuthEvents(ada)).toEqual(['initial_session', 'signed_in', 'signed_out'])

  const other = await ada.context().newPage()
  await recordAuthEvents(other)
  await other.goto('/music')
  await ada.goto('/login?next=%2Fmusic')
  await ada.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(ada.getByText('Please enter a valid email address.').first()).toBeVisible()
  await ada.getByRole('textbox', { name: 'Email' }).fill(email('linkada'))
  await ada.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(ada.getByText('Check your inbox')).toBeVisible()
  const link = extractFirstLink(await waitForEmail(server, email('linkada'), 'sign-in link'))
  await ada.goto(link.pathname + link.search)
  await ada.goto(link.pathname + link.search)
  await expect(ada.getByText('@linkada (linkada@example.com)')).toBeVisible()
  await ada.getByRole('button', { name: 'Sign In', exact: true }).click()
  await ada.waitForURL('**/music')
  await expect(toast(ada, 'Welcome Back!')).toBeVisible()
  await expect(toast(ada, 'Successfully signed in.')).toBeVisible()

  await expect(other.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect.poll(() => readRecordedAuthEvents(other)).toEqual(['initial_session', 'signed_in'])
  await signOut(other)
  await expect(ada.getByRole('button', { name: 'Your account' })).toHaveCount(0)
  await expect(ada.locator('header').getByRole('link', { name: 'Join Free' })).toBeVisible()
  await expect.poll(async () => (await readRecordedAuthEvents(ada)).at(-1)).toBe('signed_out')
})

test('a forgotten password is reset through the emailed link', async ({ person, server }) => {
  const walt = await person()
  await recordAuthEvents(walt)
  // The avatar shows the initial of the email address, not of the username.
  const data = {
    full_name: 'Walt',
    email: email('forgetful'),
    age: 16,
    username: 'walt_w',
    password: testPassword,
    terms: true,
  }
  expect((await walt.request.post('/api/accounts', { data })).status()).toBe(201)
  await walt.context().clearCookies()
  await walt.goto('/login')
  await walt.getByRole('main').getByRole('link', { name: 'Forgot password?' }).click()
  await expect(walt.getByRole('heading', { name: 'Forgot password?', level: 1 })).toBeVisible()
  await walt.getByRole('textbox', { name: 'Email' }).fill(email('forgetful'))
  await walt.getByRole('button', { name: 'Send the link' }).click()
  await expect(walt.getByText('Check your inbox')).toBeVisible()
  const link = extractFirstLink(await waitForEmail(server, email('forgetful'), 'new password'))
  await walt.goto(link.pathname + link.search)
  await expect.poll(() => readRecordedAuthEvents(walt)).toContain('password_recovery')
  await walt.getByLabel('New password', { exact: true }).fill('quite-another-77')
  await walt.getByRole('button', { name: 'Update password' }).click()
  await expect(walt.getByRole('heading', { name: 'Password changed' })).toBeVisible()

  const lasts = async (remembered: boolean) => {
    await walt.context().clearCookies()
    await walt.goto('/login?next=%2Fterms')
    await walt.getByRole('checkbox', { name: 'Remember me' }).setChecked(remembered)
    await signInWith(walt, 'forgetful', 'quite-another-77')
    await walt.waitForURL('**/terms')
    return (await walt.context().cookies()).find(({ name }) => name === 'session')!.expires
  }
  expect(await lasts(false)).toBe(-1)
  expect(await lasts(true)).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600)
  await expect(walt.getByRole('button', { name: 'Your account' })).toHaveText('F')
})

test('a page redirects to the sign-in page on its next request after its session was ended from another browser', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 401/)
  const here = await person()
  await signUpThroughForm(here, 'endada')
  await here.clock.install()
  await here.goto('/dashboard')
  const there = await person()
  await there.goto('/login')
  await signInWith(there, 'endada')
  await there.waitForURL('**/dashboard')
  const changed = await there.request.put('/api/password', { data: { password: 'kayak-lantern-43' } })
  expect(changed.status()).toBe(204)
  // The dashboard reloads its list every 10 s.
  await here.clock.fastForward(10_000)
  await here.waitForURL('**/login?next=%2Fdashboard')
  await expect(here.getByRole('button', { name: 'Your account' })).toHaveCount(0)
})

test('an open page renews its session 90 s before expiry and sends no earlier renewal request', async ({
  person,
}) => {
  const fay = await person()
  await signUpThroughForm(fay, 'tickfay')
  await fay.context().clearCookies()
  await fay.goto('/login?next=%2Fterms')
  await signInWith(fay, 'tickfay')
  await fay.waitForURL('**/terms')
  await recordAuthEvents(fay)
  await fay.clock.install()
  await fay.goto('/terms')
  await expect(fay.getByRole('button', { name: 'Your account' })).toBeVisible()
  await expect.poll(() => readRecordedAuthEvents(fay)).toEqual(['initial_session'])
  const asked: string[] = []
  fay.on('request', (request) => /\.data/.test(request.url()) && asked.push(request.url()))
  // When 115 s of the 24-hour session are left, it is too early to renew the session. The page checks again
  // 30 s later and renews the session.
  const day = 24 * 3600_000
  await fay.clock.fastForward(day - 115_000)
  expect(asked).toEqual([])
  const renewing = fay.waitForRequest(/\.data/, { timeout: 10_000 })
  await fay.clock.runFor(32_000)
  await renewing
  await expect.poll(() => readRecordedAuthEvents(fay)).toEqual(['initial_session', 'token_refreshed'])
})

test('a page recovers by itself when the server is back, and still shows the signed-in user', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_FAILED|Failed to fetch|status of/)
  const gil = await person()
  await signUpThroughForm(gil, 'backgil')
  await recordAuthEvents(gil)
  await gil.clock.install()
  await gil.goto('/music')
  await gil.route('**/*.data*', (route) => route.abort())
  await gil.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shows' }).click()
  await expect(gil.getByRole('heading', { name: 'One moment' })).toBeVisible()
  await expect(gil.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/shows')
  await expect(gil.locator('main')).not.toContainText('No Music Yet')
  await gil.unroute('**/*.data*')
  await gil.clock.fastForward(30_000)
  await expect(gil.getByRole('heading', { name: 'No Shows Yet' })).toBeVisible()
  await expect(gil.getByRole('button', { name: 'Your account' })).toBeVisible()
})

test('if a sign-out request cannot reach the server, the page still shows the signed-out state and an error message', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const ben = await person()
  await signUpThroughForm(ben, 'outben')
  await ben.goto('/music')
  await ben.route('**/api/session', (route) => route.abort())
  await signOut(ben)
  await expect(toast(ben, 'Sign Out Failed')).toBeVisible()
  await expect(toast(ben, 'Session cleared locally')).toBeVisible()
  const joinLink = ben.locator('header').getByRole('link', { name: 'Join Free' })
  await expect(joinLink).toBeVisible()
  // Reloading the page tells the server about the sign-out.
  await ben.reload()
  await expect(joinLink).toBeVisible()
  await ben.unroute('**/api/session')
  const names = (await ben.context().cookies()).map(({ name }) => name)
  expect(names).not.toContain('session')
  expect(names).not.toContain('signed-out')
  await ben.goto('/dashboard')
  await expect(ben).toHaveURL(/\/login/)
})

test('a failed sign-out hides personal content and is retried when the network is back', async ({
  person,
  server,
  expectedTrouble,
}) => {
  expectedTrouble.push(/Failed to (load resource|fetch)|ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/)
  const maker = await signUpOverHttp(server.url, 'outmia')
  const id = await publishSampleVideo(maker, { title: 'A song before leaving' })
  const mia = await person()
  await setSessionCookies(mia, maker)
  await mia.goto(`/watch/${id}`)
  const edit = mia.getByRole('link', { name: 'Edit' })
  await expect(edit).toBeVisible()
  await mia.context().setOffline(true)
  await signOut(mia)
  await expect(toast(mia, 'Session cleared locally')).toBeVisible()
  await expect(edit).toHaveCount(0)
  const learned = mia.waitForResponse((response) => response.url().endsWith('/api/session') && response.ok())
  await mia.context().setOffline(false)
  await learned
  await expect.poll(async () => (await maker.call(getSession, {})).me).toBe(null)
})

test('the page shows the server’s error message when the server refuses a sign-out', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 503/)
  const eve = await person()
  await signUpThroughForm(eve, 'outeve')
  await eve.goto('/music')
  const error = { code: 'unavailable', title: 'One moment', detail: 'The site is being restarted.' }
  await eve.route('**/api/session', (route) =>
    route.fulfill({ status: 503, json: { error, requestId: 'r1' } }),
  )
  await signOut(eve)
  await expect(eve.locator('.toast', { hasText: 'Sign Out Failed' })).toContainText(
    'The site is being restarted.',
  )
})

test('the sign-in link works without JavaScript', async ({ person, server, expectedTrouble }) => {
  expectedTrouble.push(/status of 422/)
  const dora = await person({ javaScriptEnabled: false })
  const joining = await dora.request.post('/api/accounts', {
    data: {
      full_name: 'Dora Example',
      email: email('nodora'),
      age: 16,
      username: 'nodora',
      password: testPassword,
      terms: true,
    },
  })
  expect(joining.status()).toBe(201)
  await dora.context().clearCookies({ name: 'session' })
  await dora.goto('/login?next=%2Fcreate')
  await dora.getByRole('textbox', { name: 'Email' }).fill(email('nodora'))
  await dora.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(dora.getByText('Check your inbox')).toBeVisible()
  const link = extractFirstLink(await waitForEmail(server, email('nodora'), 'sign-in link'))
  await dora.goto(link.pathname + link.search)
  await dora.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(dora).toHaveURL(/\/create$/)
  await dora.goto(link.pathname + link.search)
  await expect(dora.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
})
