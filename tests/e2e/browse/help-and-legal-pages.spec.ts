import type { Page } from '@playwright/test'
import { helpTopics } from '#web/messages/help/help-topics.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const entries = helpTopics.flatMap((topic) => topic.entries).length
/** The five questions that the specification requires (section 2: Help center). */
const mostAsked = 5

test('the Help Center shows search results while the visitor types, and its search works without JavaScript', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/help')
  await expect(page.locator('details')).toHaveCount(entries + mostAsked)
  await page.getByText('Which keyboard shortcuts can I use?').click()
  await expect(page.getByText('Press ? in the player for the whole list')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the Help Center' }).fill('deleting my acount')
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('How do I delete my account?')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/help?q=deleting+my+acount')
  await page.getByRole('link', { name: 'Show all topics' }).click()
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()

  const plain = await person({ javaScriptEnabled: false })
  await plain.goto('/help')
  await plain.getByRole('searchbox').fill('forgot password')
  await plain.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(plain.getByRole('heading', { level: 3 }).first()).toHaveText('I forgot my password')
  await plain.goto('/help?q=submarine')
  await expect(plain.getByText('No answers for “submarine”')).toBeVisible()
})

test('the Help Center lists the support response times', async ({ person }) => {
  const page = await person()
  await page.goto('/help')
  const times = page.locator('dl', { hasText: 'General questions' })
  for (const time of [
    'General questions 1–2 business days',
    'Business and partnerships the same day',
    'Press within 24 hours',
    'Technical support 1–3 business days',
    'Copyright (DMCA) 24–48 hours',
  ])
    await expect(times).toContainText(new RegExp(time.replace(/[()]/g, '\\$&').replaceAll(' ', '\\s*')))
})

test('the Safety Center links to the contact form and directs people in danger to the authorities', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/safety')
  await expect(page.getByText('For everyone here aged 13 to 19.')).toBeVisible()
  const cards = page.locator('.safety-cards section')
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    'Account Safety (13-19)',
    'Reporting & Blocking',
    'Privacy Controls',
    'Community Guidelines',
    'Need Help?',
    'Report a Problem',
  ])
  for (const card of [0, 1, 2, 3])
    expect(await cards.nth(card).getByRole('listitem').count()).toBeGreaterThan(3)
  await expect(page.getByText(/in danger, contact your local authorities/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Report Content/User' })).toHaveAttribute(
    'href',
    '/contact?subject=report',
  )
  await page.getByRole('link', { name: 'Contact Support' }).click()
  await page.waitForURL('**/contact?subject=safety-help')
})

test('visitors can turn off three groups of cookies, and turning off functional cookies deletes them', async ({
  person,
}) => {
  const page = await person()
  await page.goto('/movies')
  await theme(page, 'Daylight')
  expect(await cookie(page, 'theme')).toBe('light')
  await page.evaluate(() => localStorage.setItem('player', '{"volume":0.5}'))
  await page.evaluate(() => localStorage.setItem('unfinished-uploads', '[]'))

  await page.goto('/cookies')
  await expect(page.getByText('Always active')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Essential' })).toBeDisabled()
  for (const group of ['Performance', 'Functional', 'Advertising'])
    await page.getByRole('checkbox', { name: group }).uncheck()
  await page.getByRole('button', { name: 'Save my choice' }).click()
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  expect(await cookie(page, 'cookie-choice')).toBe('none')
  expect(await cookie(page, 'theme')).toBeUndefined()
  const kept = () => page.evaluate(() => Object.keys(localStorage))
  await expect.poll(kept).not.toContain('player')
  expect(await kept()).toContain('unfinished-uploads')
  await theme(page, 'Night')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'night')
  expect(await cookie(page, 'theme')).toBeUndefined()
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Functional' })).not.toBeChecked()
})

test('the cookie choice works without JavaScript, and Global Privacy Control counts as a choice', async ({
  person,
}) => {
  const page = await person({ javaScriptEnabled: false, extraHTTPHeaders: { 'sec-gpc': '1' } })
  await page.goto('/cookies')
  await expect(page.getByText(/Global Privacy Control/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Advertising' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Performance' }).check()
  await page.getByRole('button', { name: 'Save my choice' }).click()
  await expect(page.getByText('Your choice is saved.')).toBeVisible()
  expect(await cookie(page, 'cookie-choice')).toBe('performance.functional')
})

test('the terms, privacy and press pages contain what the specification requires', async ({ person }) => {
  const page = await person()
  const says = async (path: string, ...texts: (string | RegExp)[]) => {
    await page.goto(path)
    for (const text of texts) await expect(page.locator('main'), path).toContainText(text)
  }
  await says(
    '/terms',
    'Version 2.0',
    'Effective December 15, 2024',
    /the greater of these two amounts: 100 US dollars \(\$100\), or what you paid us in the twelve months/,
    'The minimum age is 13',
    'From 13 to 18 you may join only if a parent or guardian has agreed',
    /immediately hidden from everyone else\. For 24 hours, you can cancel\..*within 24–48 hours/,
  )
  await says('/privacy', 'Last updated December 2024', 'we don’t record what you search for')
  await says('/dmca', 'We reply within 24–48 hours')
  await says('/about', 'About the founder', 'The founder of Afterbell')
  await says('/careers', 'Careers', 'Open jobs')
  await says('/press', 'Press kit', 'Boilerplate')
  const logo = page.getByRole('link', { name: 'Download: Bell (SVG)' })
  expect((await page.request.get((await logo.getAttribute('href'))!)).headers()['content-type']).toMatch(
    /svg/,
  )
})

async function theme(page: Page, name: string): Promise<void> {
  await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name }).click()
}

async function cookie(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((one) => one.name === name)?.value
}
