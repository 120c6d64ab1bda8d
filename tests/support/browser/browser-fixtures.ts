import type { Locator, Page } from '@playwright/test'
import type { UploadType } from '#contract/content/content-types.ts'
import { createTestClip, type TestClipOptions } from '../media/generated-clips.ts'
import type { HttpVisitor } from '../clients/http-visitor.ts'
import { uploadAndAwaitProcessing } from '../clients/upload-client.ts'
import { expect } from './browser-test.ts'

interface Film {
  title: string
  type?: UploadType
  genre?: string
  description?: string
}

/** Uploads a short video as its owner, waits until it is fully processed and returns its ID. */
export async function uploadSampleVideo(
  owner: HttpVisitor,
  { title, ...about }: Film,
  options: TestClipOptions = {},
): Promise<string> {
  const path = await createTestClip(undefined, options)
  const { contentId } = await uploadAndAwaitProcessing(owner, {
    path,
    fileName: 'clip.mp4',
    title,
    by: 'form',
    ...about,
  })
  return contentId
}

/** Gives a browser the cookies of a member who joined through the API. */
export async function setSessionCookies(page: Page, { url, cookies }: HttpVisitor): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}

/** Opens the details of a video's card and returns the dialog. */
export async function openVideoDetails(page: Page, title: string): Promise<Locator> {
  await page
    .getByRole('button', { name: `Details: ${title}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}
