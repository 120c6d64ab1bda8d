import type { Page } from '@playwright/test'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { expect, signUpThroughApi, test } from '#tests/support/browser/browser-test.ts'

const languageField = (page: Page) => page.getByRole('combobox', { name: 'Language of the video' })

/** Opens the form for the newest video of the signed-in user. */
async function editNewestVideo(page: Page): Promise<string> {
  const { items } = (await (await page.request.get('/api/me/content')).json()) as { items: { id: string }[] }
  await page.goto(`/dashboard/edit/${items[0]!.id}`)
  return items[0]!.id
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Your changes are live.').first()).toBeVisible()
}

for (const { shape, options } of screenVariants)
  test(`a creator chooses the language of a video with the keyboard and changes it: ${shape}`, async ({
    person,
  }, { outputDir }) => {
    const clip = await createTestClip(outputDir, { seconds: 1, audio: 'none' })
    const page = await person(options)
    await signUpThroughApi(page, `vlang_${shape.replace('-', '_')}`)
    await page.goto('/create/music')
    await page.locator('input[type=file]').first().setInputFiles(clip)
    await page.getByLabel('Title').fill('Canciones de noche')
    await expect(languageField(page)).toHaveValue('')
    await expect(languageField(page)).toHaveAccessibleDescription(/^Helps people find your video/)
    await languageField(page).focus()
    await page.keyboard.type('Espa')
    await expect(languageField(page)).toHaveValue('es')
    await checkPageAndCaptureScreenshot(page, 'upload-video-language', shape)
    await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
    await page.waitForURL('**/dashboard')

    const id = await editNewestVideo(page)
    await expect(languageField(page)).toHaveValue('es')
    await languageField(page).selectOption('fr-CA')
    await checkPageAndCaptureScreenshot(page, 'edit-video-language', shape)
    await save(page)
    await page.reload()
    await expect(languageField(page)).toHaveValue('fr-CA')
    await page.goto(`/watch/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'fr-CA')

    // The form also works without JavaScript.
    const storageState = await page.context().storageState()
    const plain = await person({ ...options, javaScriptEnabled: false, storageState })
    await plain.goto(`/dashboard/edit/${id}`)
    await languageField(plain).selectOption({ label: 'Not specified' })
    await plain.getByRole('button', { name: 'Save changes' }).click()
    await expect(plain.getByText('Your changes are live.').first()).toBeVisible()
    await page.goto(`/watch/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveAttribute('lang')
  })
