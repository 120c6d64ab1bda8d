import type { Locator, Page } from '@playwright/test'
import type { HttpTestClient } from '../clients/http-test-client.ts'
import { expect } from './browser-test.ts'

/** Gives a browser the cookies of a member who joined through the API. */
export async function setSessionCookies(page: Page, { url, cookies }: HttpTestClient): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Presses Details on the card of a video and returns the details dialog. */
export async function openVideoDetails(page: Page, title: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Details: ${title}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}
