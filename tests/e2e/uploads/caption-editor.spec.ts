import type { Page } from '@playwright/test'
import { type DraftCue, getCaptionDraft } from '#contract/captions/caption-drafts.ts'
import { listCaptions } from '#contract/content/captions.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { generateUniqueUsername } from '#tests/support/fixtures/unique-username.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const
const cue = (start: number, end: number, text: string): DraftCue => ({ start, end, text, settings: '' })

const draftOf = (owner: HttpTestClient, id: string) =>
  owner.call(getCaptionDraft, { params: { id, language: 'en' }, query: {} })
const savedTexts = async (owner: HttpTestClient, id: string) =>
  (await draftOf(owner, id)).cues.map(({ text }) => text)
async function saveDraft(owner: HttpTestClient, id: string, cues: DraftCue[]): Promise<void> {
  const { version } = await draftOf(owner, id)
  const response = await owner.fetch(`/api/content/${id}/caption-drafts/en`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, cues }),
  })
  expect(response.status).toBe(200)
}

const editorPath = (id: string) => `/dashboard/edit/${id}/captions/en`
const textField = (page: Page) => page.getByRole('textbox', { name: /^Text of caption/ })
async function openEditor(page: Page): Promise<Page> {
  await setSessionCookies(page, author)
  await page.goto(editorPath(id))
  return page
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
/** Presses Tab until an element with this name has focus. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const target = page
    .getByRole('button', { name })
    .or(page.getByRole('textbox', { name }))
    .or(page.getByRole('link', { name }))
  for (let tries = 0; tries < 60; tries++) {
    if (await target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))) return
    await page.keyboard.press(key)
  }
  throw new Error(`Tab does not reach ${name}`)
}

let author: HttpTestClient
let id: string
test.beforeEach(async ({ server }) => {
  author = await signUpOverHttp(server.url, generateUniqueUsername())
  id = await publishSampleVideo(author, { title: 'The lighthouse' }, clip)
})

for (const { shape, options } of screenVariants)
  test(`captions can be written, edited and published by keyboard alone: ${shape}`, async ({ person }) => {
    const page = await person(options)
    await setSessionCookies(page, author)
    await page.goto(`/dashboard/edit/${id}#captions`)
    await page.getByRole('region', { name: 'Captions' }).getByLabel('Language').focus()
    await tabTo(page, 'Write captions')
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { name: 'Captions in English' })).toBeVisible()
    await expect(page.getByText('No captions yet')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'caption-editor-empty', shape)

    // Adds two captions at the playhead.
    await press(page, 'Alt+Enter')
    await expect(textField(page)).toBeFocused()
    await page.keyboard.type('Is the lamp on?')
    await press(page, 'Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+Enter')
    await expect(page.getByRole('textbox', { name: 'Text of caption 2' })).toBeFocused()
    await page.keyboard.type('Yes. The lamp is on all night.')
    await expect(page.locator('.shown-captions')).toHaveText('Yes. The lamp is on all night.')

    // If a time is invalid, both the time field and the caption show an explanation.
    await tabTo(page, 'End', 'Shift+Tab')
    await press(page, 'ControlOrMeta+A')
    await page.keyboard.type('0:02')
    await press(page, 'Enter')
    await expect(page.getByText('The end has to be after the start.')).toBeVisible()
    await press(page, 'Alt+P')
    await expect(page.getByText('Fix 1 caption before you publish.')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'caption-editor-problem', shape)
    await press(page, 'ControlOrMeta+Z')
    await expect(page.getByRole('textbox', { name: 'End' })).toHaveValue('0:05.000')

    // Splits a caption at the cursor, undoes and redoes the split, and merges the two captions.
    await expect(textField(page)).toBeFocused()
    await press(page, 'ControlOrMeta+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Alt+S')
    await expect(page.getByRole('textbox', { name: 'Text of caption 3' })).toHaveValue(
      'The lamp is on all night.',
    )
    await press(page, 'ControlOrMeta+Z')
    await expect(page.getByText('2 captions', { exact: true })).toBeVisible()
    await press(page, 'ControlOrMeta+Shift+Z')
    await expect(page.getByText('3 captions', { exact: true })).toBeVisible()
    await press(page, 'Alt+ArrowUp', 'Alt+M')
    await expect(page.getByRole('textbox', { name: 'Text of caption 2' })).toHaveValue(
      'Yes.\nThe lamp is on all night.',
    )

    // In the list of captions, the arrow keys move from caption to caption, and Enter opens one for editing.
    await tabTo(page, 'Caption 2 of 2', 'Shift+Tab')
    await press(page, 'ArrowUp')
    await expect(page.getByRole('button', { name: 'Caption 1 of 2' })).toBeFocused()
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'Text of caption 1' })).toBeFocused()

    await press(page, 'ControlOrMeta+F')
    await expect(page.getByLabel('Find', { exact: true })).toBeFocused()
    await page.keyboard.type('LAMP')
    await expect(page.getByText('2 places', { exact: true })).toBeVisible()
    await press(page, 'Tab')
    await page.keyboard.type('light')
    await tabTo(page, 'Replace all')
    await press(page, 'Enter')
    await expect(page.getByText('2 places replaced.')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'caption-editor-find', shape)
    await press(page, 'Escape')
    await expect(page.getByRole('textbox', { name: 'Text of caption 1' })).toHaveValue('Is the light on?')

    await press(page, 'Alt+T')
    const shift = page.getByRole('dialog', { name: 'Shift times' })
    await expect(shift).toBeVisible()
    await tabTo(page, 'Seconds')
    await page.keyboard.type('0.5')
    await press(page, 'Enter')
    await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('0:00.500')

    await press(page, 'Alt+H')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet.getByText('Split at the cursor')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'caption-editor-shortcuts', shape)
    await press(page, 'Escape')
    await press(page, 'ControlOrMeta+S')
    const texts = ['Is the light on?', 'Yes.\nThe light is on all night.']
    await expect.poll(() => savedTexts(author, id)).toEqual(texts)
    await expect(page.getByText('Draft saved')).toBeVisible()

    await press(page, 'Alt+P')
    await expect(page.getByText('Captions published', { exact: true })).toBeVisible()
    const { items } = await author.call(listCaptions, { params: { id } })
    expect(await (await author.fetch(items[0]!.url)).text()).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.500\nIs the light on?\n\n00:00:03.500 --> 00:00:05.500\nYes.\nThe light is on all night.\n',
    )
    await checkPageAndCaptureScreenshot(page, 'caption-editor-published', shape)
  })

test('unsaved caption edits survive a crashed tab, and the editor offers them on the next visit', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED/)
  await saveDraft(author, id, [cue(0, 1000, 'before')])
  const page = await openEditor(await person())
  // The tab crashes before the server has received anything. When a tab crashes, the page does not receive
  // the events that make it send its edits.
  await page.context().setOffline(true)
  await textField(page).fill('typed and not saved')
  const crashed = page.waitForEvent('crash')
  const browser = await page.context().newCDPSession(page)
  void browser.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
  await page.context().setOffline(false)
  expect(await savedTexts(author, id)).toEqual(['before'])

  const again = await page.context().newPage()
  await again.goto(editorPath(id))
  await expect(again.getByText(/We kept edits from .* that weren’t saved/)).toBeVisible()
  await expect(textField(again)).toHaveValue('before')
  await again.getByRole('button', { name: 'Restore them' }).press('Enter')
  await expect(textField(again)).toHaveValue('typed and not saved')
  await expect.poll(() => savedTexts(author, id)).toEqual(['typed and not saved'])
  await expect(again.getByText('Draft saved')).toBeVisible()
  await again.reload()
  await expect(textField(again)).toHaveValue('typed and not saved')
  await expect(again.getByText(/We kept edits/)).toBeHidden()
})

test('if captions are edited in two places, neither version is overwritten without a warning', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/status of 409/)
  await saveDraft(author, id, [cue(0, 1000, 'shared'), cue(2000, 3000, 'other')])
  const [one, two] = [await person(), await person({ viewport: { width: 390, height: 844 } })]
  for (const page of [one, two]) {
    await openEditor(page)
    await expect(textField(page)).toHaveValue('shared')
  }
  await textField(one).fill('from the computer')
  await press(one, 'ControlOrMeta+S')
  await expect.poll(() => savedTexts(author, id)).toEqual(['from the computer', 'other'])

  await textField(two).fill('from the phone')
  await press(two, 'ControlOrMeta+S')
  const dialog = two.getByRole('alertdialog', { name: 'These captions were changed somewhere else' })
  await dialog.getByRole('button', { name: 'Show both as text' }).press('Enter')
  await expect(dialog.getByLabel('My version')).toHaveValue(/from the phone[^]*… 1 the same …/)
  await expect(dialog.getByLabel('The other version')).toHaveValue(/from the computer/)
  await checkPageAndCaptureScreenshot(two, 'caption-editor-conflict', 'phone')
  expect(await savedTexts(author, id)).toEqual(['from the computer', 'other'])
  await dialog.getByRole('button', { name: 'Keep my version' }).press('Enter')
  await expect.poll(() => savedTexts(author, id)).toEqual(['from the phone', 'other'])
  await expect(two.getByText('Draft saved')).toBeVisible()

  await textField(one).fill('from the computer again')
  await press(one, 'ControlOrMeta+S')
  await one.getByRole('button', { name: 'Use the other version' }).press('Enter')
  await expect(textField(one)).toHaveValue('from the phone')
  await press(one, 'ControlOrMeta+Z')
  await expect(textField(one)).toHaveValue('from the computer again')
})

test('the caption editor seeks its video to the selected time, even if the video ignores seeks while loading', async ({
  person,
}) => {
  const page = await person()
  await page.addInitScript(() => {
    const property = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')!
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      ...property,
      set(this: HTMLMediaElement, time: number) {
        if (this.readyState > 0) property.set!.call(this, time)
      },
    })
  })
  await openEditor(page)
  await press(page, 'Alt+ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight')
  const video = page.locator('video')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState > 0 && one.currentTime))
    .toBeCloseTo(3, 1)
  await expect(page.locator('.caption-clock')).toHaveText(/0:03\.0/)
})

test('the caption editor reports a lost connection, and saves when the connection is back', async ({
  person,
  expectedTrouble,
}) => {
  expectedTrouble.push(/ERR_INTERNET_DISCONNECTED/)
  await saveDraft(author, id, [cue(0, 1000, 'before')])
  const page = await openEditor(await person())
  await page.context().setOffline(true)
  await textField(page).fill('on the train')
  await expect(page.getByText(/No connection. Your edits are kept in this browser/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('Draft saved')).toBeVisible()
  expect(await savedTexts(author, id)).toEqual(['on the train'])
})

test('if the server refuses the text of a caption, the editor shows the reason at that caption and keeps the text', async ({
  person,
}) => {
  await saveDraft(author, id, [
    cue(0, 1000, 'fine'),
    cue(2000, 3000, 'kill yourself'),
    cue(4000, 5000, 'bye'),
  ])
  const page = await openEditor(await person())
  await page.getByRole('button', { name: 'Publish captions' }).click()
  await expect(page.getByRole('textbox', { name: 'Text of caption 2' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Captions' }).getByText(/threatens someone/)).toBeVisible()
  await textField(page).fill('go to sleep')
  await expect(page.getByRole('list', { name: 'Captions' }).getByText(/threatens someone/)).toBeHidden()
  await page.getByRole('button', { name: 'Publish captions' }).click()
  await expect(page.getByText('Captions published', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish captions' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('a creator can see and delete caption drafts on the edit page', async ({ person }) => {
  await saveDraft(author, id, [cue(0, 1000, 'not published')])
  const page = await person({ viewport: { width: 390, height: 844 } })
  await setSessionCookies(page, author)
  await page.goto(`/dashboard/edit/${id}`)
  const drafts = page.getByRole('list', { name: 'Caption drafts for this video' })
  await expect(drafts.getByRole('link', { name: 'Continue English captions' })).toHaveAttribute(
    'href',
    editorPath(id),
  )
  await checkPageAndCaptureScreenshot(page, 'caption-drafts', 'phone')
  await drafts.getByRole('button', { name: 'Delete the English caption draft' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Delete the English caption draft?' })
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(drafts).toBeHidden()
  expect((await draftOf(author, id)).state).toBe('new')
})
