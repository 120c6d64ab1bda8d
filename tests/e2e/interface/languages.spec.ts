import type { Page } from '@playwright/test'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

const phone = { width: 390, height: 844 }
const shots = process.env['SHOTS']

async function takeShots(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/${name}-${colorScheme}.png`, fullPage: true })
  }
}

test('the server and the browser render the same page in every language', async ({ person }) => {
  // If a text differs between the server and the browser, the console shows an error, which fails the test.
  const page = await person({ viewport: phone })
  for (const language of ['es', 'ar', 'en-XA'])
    for (const path of [
      '/',
      '/about',
      '/help',
      '/safety',
      '/press',
      '/charts',
      '/login',
      '/signup',
      '/search?q=x',
    ]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(width, `${path} in ${language} is too wide`).toBeLessThanOrEqual(phone.width)
      if (path === '/' || path === '/safety')
        await takeShots(page, `${language}${path.replace('/', '-')}-390`)
    }
})

test('following a link keeps the language of the page', async ({ person }) => {
  const page = await person({ locale: 'es-ES' })
  await page.goto('/')
  await page.getByRole('contentinfo').locator('a[href="/about"]').click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
})

test('a visitor switches the language with the keyboard, and the browser remembers it', async ({
  person,
}) => {
  const page = await person({ viewport: { width: 1440, height: 900 } })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Français' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  await expect(page).toHaveURL(/\/about$/)
  await expect(page.getByRole('button', { name: 'Français' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/help')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await takeShots(page, 'fr-help-1440')
})

test('the language switch works without JavaScript', async ({ person }) => {
  const page = await person({ javaScriptEnabled: false })
  await page.goto('/about')
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('a member chooses the language in the settings', async ({ person, server }) => {
  const member = await signUpOverHttp(server.url, 'languages_mia')
  const page = await person({ viewport: phone })
  await setSessionCookies(page, member)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Account', exact: true }).press('Enter')
  await takeShots(page, 'settings-390')
  await page.getByLabel('Language of the site').selectOption('es')
  await page.getByRole('button', { name: 'Save language' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
})
