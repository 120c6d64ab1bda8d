import { readFile } from 'node:fs/promises'
import { createReplacement } from '#contract/content/replacements.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test, waitForPlayback } from '#tests/support/browser/browser-test.ts'
import { createModerator } from '#tests/support/browser/moderator-account.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'

/**
 * Sends a new file for the video after the video was reported. Because of the report, the new file must wait
 * for a moderator.
 */
async function sendReportedReplacement(
  creator: HttpTestClient,
  reporter: HttpTestClient,
  id: string,
): Promise<void> {
  const bytes = await readFile(await createTestClip(undefined, { seconds: 4 }))
  const { uploadURL } = await creator.call(createReplacement, {
    params: { id },
    body: { file_name: 'new.mp4', file_size: bytes.length },
  })
  await reporter.call(sendReport, { body: { subject: 'content', id, reason: 'bullying' } })
  const body = new FormData()
  body.set('file', new Blob([bytes]), 'new.mp4')
  expect((await creator.fetch(uploadURL, { method: 'POST', body })).status).toBe(200)
}

for (const { shape, options } of screenVariants)
  test(`a moderator plays and rejects a replacement file with the keyboard, and the owner is notified (${shape})`, async ({
    person,
    server,
  }) => {
    test.setTimeout(90_000)
    const name = shape.replace('-', '_')
    const creator = await signUpOverHttp(server.url, `swap_${name}`)
    const id = await publishSampleVideo(creator, { title: `Pier ${shape}` })
    const owner = await person(options)
    await setSessionCookies(owner, creator)
    await owner.goto(`/dashboard/edit/${id}`)
    await sendReportedReplacement(creator, await signUpOverHttp(server.url, `rep_${name}`), id)
    await owner.reload()
    const section = owner.getByRole('region', { name: 'Replace video' })
    await expect(
      section.getByText('A moderator is reviewing this video.', { exact: false }).last(),
    ).toBeVisible({
      timeout: 60_000,
    })

    const moderator = await person(options)
    await setSessionCookies(moderator, await createModerator(server, `mod_${name}`))
    await moderator.goto('/mod')
    await moderator
      .getByRole('link', { name: /^Video: Bullying/ })
      .first()
      .press('Enter')
    await moderator.waitForURL('**/mod/cases/*')
    await moderator.keyboard.press('c')
    await moderator.getByRole('button', { name: 'Play new file' }).press('Enter')
    await waitForPlayback(moderator)
    expect(Math.round(await moderator.evaluate(() => document.querySelector('video')!.duration))).toBe(4)
    await checkPageAndCaptureScreenshot(moderator, 'case-with-new-file', shape)
    await expect(moderator.getByText('No rule was broken. The new file goes live.')).toBeVisible()
    await moderator.getByLabel(/^Tell the owner/).fill('The new file makes fun of a classmate.')
    await moderator.getByRole('radio', { name: /^Reject the new file/ }).press('Space')
    await moderator.keyboard.press('Control+Enter')
    const sure = moderator.getByRole('alertdialog', { name: 'Reject the new file?' })
    await sure.getByRole('button', { name: 'Reject the new file' }).press('Enter')
    await expect(moderator.getByText('This case is closed.')).toBeVisible()

    // The owner's page learns about the decision from a live update.
    await expect(section.getByText('New video rejected.')).toBeVisible()
    await checkPageAndCaptureScreenshot(owner, 'replacement-refused', shape)
    await expect(owner.getByRole('link', { name: /^Notifications, \d+ unread/ }).first()).toBeVisible()
    await owner
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .press('Enter')
    const centre = owner.getByRole('dialog', { name: 'Notifications' })
    await centre.getByRole('link', { name: /We made a decision about “Pier/ }).press('Enter')
    await expect(
      owner.getByRole('heading', { name: /^The new file for your video “Pier .*” was rejected/ }),
    ).toBeVisible()
    await expect(owner.getByText('The new file makes fun of a classmate.')).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Send appeal' })).toBeVisible()
    await checkPageAndCaptureScreenshot(owner, 'replacement-statement', shape)

    const viewer = await person()
    await viewer.goto(`/watch/${id}`)
    await viewer.getByRole('button', { name: 'Play' }).first().click()
    await waitForPlayback(viewer)
    expect(Math.round(await viewer.evaluate(() => document.querySelector('video')!.duration))).not.toBe(4)
  })
