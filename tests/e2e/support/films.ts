import type { Page } from '@playwright/test'
import type { UploadType } from '#contract/kinds.ts'
import { makeClip, type Recipe } from '../../support/clips.ts'
import type { Visitor } from '../../media/member.ts'
import { upload } from '../../media/upload.ts'

interface Film {
  title: string
  type?: UploadType
  genre?: string
  description?: string
}

/** Uploads a small film over a connection of its owner and waits until all is made of it. Returns its id. */
export async function film(owner: Visitor, { title, ...about }: Film, recipe: Recipe = {}): Promise<string> {
  const path = await makeClip(undefined, recipe)
  const { contentId } = await upload(owner, { path, fileName: 'clip.mp4', title, by: 'form', ...about })
  return contentId
}

/** Gives a browser the cookies of somebody who has joined over the API. */
export async function signedInAs(page: Page, { url, cookies }: Visitor): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })))
}
