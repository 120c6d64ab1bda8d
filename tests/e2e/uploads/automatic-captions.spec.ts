import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

const clip = { seconds: 12, fps: 25, width: 160, height: 90 } as const
const vtt = (text: string) => `WEBVTT\n\n00:00:00.000 --> 00:00:12.000\n${text}\n`

for (const { shape, options } of screenVariants)
  test(`a creator adds captions from a text track in the video file and reviews automatic captions: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 422/)
    const owner = await signUpOverHttp(server.url, `auto_${shape.replace('-', '_')}`)
    const videoId = await publishSampleVideo(owner, { title: 'Take two' }, clip)
    await runQuery(
      server.databaseUrl,
      `insert into offered_captions (content_id, language, vtt, cue_count)
       values ($1, 'es', $2, 1), ($1, null, $3, 1), ($1, 'fr', $4, 1)`,
      [
        videoId,
        vtt('¿Quién apagó la luz?'),
        vtt('Wer hat das Licht ausgemacht?'),
        vtt('Va te faire foutre, fuck'),
      ],
    )
    await runQuery(
      server.databaseUrl,
      `insert into captions (content_id, language, vtt, cue_count, source) values ($1, 'en', $2, 1, 'automatic')`,
      [videoId, vtt('Who turned off the light')],
    )
    const page = await person(options)
    await setSessionCookies(page, owner)
    await page.goto(`/dashboard/edit/${videoId}`)
    const section = page.getByRole('region', { name: 'Captions' })
    const automatic = section.getByRole('listitem').filter({ hasText: 'English (automatic)' })
    await expect(automatic).toContainText('some words may be wrong')
    const found = section.getByRole('list', { name: 'Text found in your file' })
    await expect(found.getByRole('listitem')).toHaveCount(3)
    await checkPageAndCaptureScreenshot(page, 'offered-captions', shape)

    await found.getByRole('button', { name: 'Add Español from your file as captions' }).press('Enter')
    await expect(section.getByText('Español captions added.')).toBeAttached()
    await expect(section.getByRole('heading', { name: 'Captions' })).toBeFocused()
    await expect(found.getByRole('listitem')).toHaveCount(2)

    const unknown = found.getByRole('listitem').filter({ hasText: 'Unknown language' })
    await unknown.getByRole('button', { name: /^Add/ }).press('Enter')
    await expect(unknown.getByText('Choose the language of this text.')).toBeVisible()
    await unknown.getByLabel('Language of this text').selectOption({ label: 'Deutsch' })
    await unknown.getByRole('button', { name: /^Add/ }).press('Enter')
    await expect(section.getByRole('button', { name: 'Delete Deutsch captions' })).toBeVisible()

    const rude = found.getByRole('listitem').filter({ hasText: 'Français' })
    await rude.getByRole('button', { name: /^Add/ }).press('Enter')
    await expect(rude.getByRole('alert')).toContainText('Line 4 contains rude words')
    await checkPageAndCaptureScreenshot(page, 'offered-captions-refused', shape)
    await rude.getByRole('button', { name: 'Don’t use the Français captions from your file' }).press('Enter')
    await expect(section.getByText('Found in your file')).toBeHidden()

    await automatic
      .getByRole('button', { name: 'Mark English (automatic) captions as checked' })
      .press('Enter')
    await expect(section.getByRole('button', { name: 'Delete English captions' })).toBeVisible()
    await expect(section.getByText('(automatic)')).toBeHidden()
    await checkPageAndCaptureScreenshot(page, 'captions-checked', shape)

    await page.reload()
    await expect(
      section.getByRole('list', { name: 'Captions for this video' }).getByRole('listitem'),
    ).toHaveCount(3)
  })
