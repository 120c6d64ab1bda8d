/** Moderators review what members create with series, tags, chapters, playlists and comments. */
import type { Page } from '@playwright/test'
import { updateContent } from '#contract/content/own-content.ts'
import { createSeries, putEpisode } from '#contract/content/series.ts'
import { editComment, postComment } from '#contract/engagement/comments.ts'
import { createPlaylist } from '#contract/engagement/playlists.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'
import { createModerator } from '#tests/support/browser/moderator-account.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { type HttpTestClient, signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { runQuery } from '#tests/support/postgres/run-query.ts'

/**
 * Publishes an episode with tags and chapters, in a playlist, with an edited comment that mentions its
 * creator.
 */
async function publishEpisode(creator: HttpTestClient, fan: HttpTestClient, name: string) {
  const id = await publishSampleVideo(creator, { title: `Ferry ${name}`, type: 'show' }, { seconds: 15 })
  const custom_chapters = [
    { seconds: 0, title: 'Departure' },
    { seconds: 5, title: 'Open water' },
    { seconds: 10, title: 'Harbour' },
  ]
  await creator.call(updateContent, { params: { id }, body: { tags: [`ferry-${name}`], custom_chapters } })
  const series = await creator.call(createSeries, { body: { title: `Crossings ${name}` } })
  await creator.call(putEpisode, {
    params: { id: series.id, content_id: id },
    body: { season: 1, episode: 1 },
  })
  const playlist = await fan.call(createPlaylist, {
    body: { title: `Boats ${name}`, visibility: 'public', content: id },
  })
  const comment = await fan.call(postComment, { params: { id }, body: { body: 'you steer like a duck' } })
  await fan.call(editComment, {
    params: { id: comment.id },
    body: { body: `@creator_${name} well steered` },
  })
  return { id, series: series.id, playlist: playlist.id, comment: comment.id }
}

/** Opens a case and claims it with the keyboard. */
async function claimCase(page: Page, id: string): Promise<void> {
  await page.goto(`/mod/cases/${id}`)
  await expect(page.getByText('Claim this case to see its details.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Decide', exact: true })).toBeVisible()
}

for (const [name, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`a moderator can review a comment and an episode with the keyboard: ${name}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    expectedTrouble.push(/status of 404/)
    const creator = await signUpOverHttp(server.url, `creator_${name}`)
    const fan = await signUpOverHttp(server.url, `fan_${name}`)
    const made = await publishEpisode(creator, fan, name)
    await creator.call(sendReport, { body: { subject: 'comment', id: made.comment, reason: 'spam' } })
    const reporter = await signUpOverHttp(server.url, `reporter_${name}`)
    await reporter.call(sendReport, {
      body: { subject: 'content', id: made.id, reason: 'wrong_category' },
    })
    const moderator = await createModerator(server, `mod_${name}`)
    const findCase = async (column: 'comment_id' | 'content_id', id: string) => {
      const rows = await runQuery<{ id: string }>(
        server.databaseUrl,
        `select id from cases where ${column} = $1 and (comment_id is not null) = $2`,
        [id, column === 'comment_id'],
      )
      return rows[0]!.id
    }

    // Moderators can view members' pages, but cannot post or change anything there.
    const page = await person({ viewport })
    await setSessionCookies(page, moderator)
    await page.goto(`/watch/${made.id}`)
    await expect(page.getByRole('link', { name: `#ferry-${name}` })).toBeVisible()
    await expect(page.getByText('Moderators can’t comment.')).toBeVisible()
    await expect(page.locator('#comments').getByRole('link', { name: `@creator_${name}` })).toBeVisible()
    await page.goto(`/series/${made.series}`)
    await expect(page.locator('.list-row .list-name')).toHaveText([`Ferry ${name}`])
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)
    await page.goto(`/playlist/${made.playlist}`)
    await expect(page.locator('.list-row .list-name')).toHaveText([`Ferry ${name}`])
    await expect(page.getByRole('button', { name: /^Options for/ })).toHaveCount(0)

    await claimCase(page, await findCase('comment_id', made.comment))
    await expect(page.getByText(`@creator_${name} well steered`)).toBeVisible()
    await expect(page.getByText(/^Before the edit on/)).toBeVisible()
    await expect(page.getByText('you steer like a duck')).toBeVisible()
    await assertPageAccessibility(page, `a case about an edited comment, ${name}`)
    await page.keyboard.press('d')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('This case is closed.')).toBeVisible()

    await claimCase(page, await findCase('content_id', made.id))
    await expect(page.getByText(`#ferry-${name}`)).toBeVisible()
    await expect(page.getByText('Open water')).toBeVisible()
    await assertPageAccessibility(page, `a case about an episode, ${name}`)
    await page.keyboard.press('l')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('alertdialog', { name: 'Limit?' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This case is closed.')).toBeVisible()

    // A limited video can be opened with its link, but appears in no list.
    const visitor = await person({ viewport })
    expect((await visitor.goto(`/watch/${made.id}`))!.status()).toBe(200)
    expect((await visitor.goto(`/series/${made.series}`))!.status()).toBe(404)
    await visitor.goto(`/tag/ferry-${name}`)
    await expect(visitor.getByText('No videos with this tag')).toBeVisible()
    await visitor.goto(`/playlist/${made.playlist}`)
    await expect(visitor.getByText('There’s nothing to watch in this playlist right now.')).toBeVisible()
  })
