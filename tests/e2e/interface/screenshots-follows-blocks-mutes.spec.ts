import { deleteBlock, putBlock } from '#contract/people/blocks-and-mutes.ts'
import { postComment } from '#contract/engagement/comments.ts'
import { approveFollow, putFollow } from '#contract/people/follows.ts'
import { updateProfile } from '#contract/people/profiles.ts'
import { sendReport } from '#contract/moderation/reports.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

test.describe.configure({ mode: 'parallel' })

for (const { shape, options } of screenVariants)
  test(`follow, block and mute screens are accessible: ${shape}`, async ({
    person,
    server,
    expectedTrouble,
  }) => {
    test.setTimeout(120_000)
    expectedTrouble.push(/status of 404/)
    const of = (name: string) => `${name}_${shape.replace('-', '_')}`
    const [owner, fan, grown] = [
      await signUpOverHttp(server.url, of('own'), 17),
      await signUpOverHttp(server.url, of('kim')),
      await signUpOverHttp(server.url, of('jo'), 18),
    ]
    await owner.call(updateProfile, {
      body: { is_private: true, bio: 'Boards, bruises and the odd lighthouse.' },
    })
    const id = await publishSampleVideo(owner, {
      title: 'Behind the gym',
      description: 'Only for who I know.',
    })
    const { me } = (await (await owner.fetch('/api/session')).json()) as { me: { id: string } }
    const fanId = ((await (await fan.fetch('/api/session')).json()) as { me: { id: string } }).me.id
    const [page, seen] = [await person(options), await person(options)]
    await setSessionCookies(page, owner)
    await setSessionCookies(seen, fan)

    await seen.goto(`/creator/${of('own')}`)
    await checkPageAndCaptureScreenshot(seen, 'creator-private', shape)
    await seen.getByRole('button', { name: /^Follow @/ }).click()
    await expect(seen.getByRole('button', { name: /^Requested/ })).toBeVisible()
    await checkPageAndCaptureScreenshot(seen, 'creator-requested', shape)
    await grown.call(putFollow, { params: { id: me.id } })
    await page.goto('/')
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click()
    await expect(page.getByText(`${of('jo')} (18+) wants to follow you`)).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'bell-requests', shape)
    await page.goto('/followers')
    await expect(page.getByText('18+')).toBeVisible()
    await checkPageAndCaptureScreenshot(page, 'followers-requests', shape)
    await page.goto('/notifications')
    await checkPageAndCaptureScreenshot(page, 'notifications-requests', shape)

    await owner.call(approveFollow, { params: { id: fanId } })
    await page.goto('/followers?list=followers')
    await checkPageAndCaptureScreenshot(page, 'followers-followers', shape)
    await fan.call(postComment, { params: { id }, body: { body: 'Where is this? It looks great' } })
    await seen.goto(`/creator/${of('own')}`)
    await checkPageAndCaptureScreenshot(seen, 'creator-followed', shape)
    await seen.getByRole('button', { name: /^More options for/ }).click()
    await checkPageAndCaptureScreenshot(seen, 'creator-menu', shape)
    await seen.goto(`/watch/${id}`)
    await checkPageAndCaptureScreenshot(seen, 'watch-followed', shape)
    await seen.getByRole('button', { name: 'Report', exact: true }).click()
    const dialog = seen.getByRole('dialog', { name: /^Report/ })
    await expect(dialog).toBeVisible()
    await checkPageAndCaptureScreenshot(seen, 'report-1', shape)
    await dialog.getByRole('button', { name: 'It is mean or hateful' }).click()
    await checkPageAndCaptureScreenshot(seen, 'report-2', shape)
    await seen.goto('/')
    await expect(seen.getByRole('region', { name: 'Following' })).toBeVisible()
    await checkPageAndCaptureScreenshot(seen, 'home-following', shape)
    await fan.call(sendReport, { body: { subject: 'content', id, reason: 'spam' } })
    await seen.goto('/reports')
    await checkPageAndCaptureScreenshot(seen, 'reports-mine', shape)
    await page.goto('/dashboard#settings')
    await checkPageAndCaptureScreenshot(page, 'dashboard-people', shape)

    await owner.call(putBlock, { params: { id: fanId } })
    await seen.goto(`/creator/${of('own')}`)
    await expect(seen.getByRole('heading', { name: 'Creator not found' })).toBeVisible()
    await checkPageAndCaptureScreenshot(seen, 'creator-blocked', shape)
    await page.goto('/followers?list=blocked')
    await checkPageAndCaptureScreenshot(page, 'followers-blocked', shape)
    await owner.call(deleteBlock, { params: { id: fanId } })
    await page.goto('/followers?list=muted')
    await checkPageAndCaptureScreenshot(page, 'followers-muted-none', shape)
  })
