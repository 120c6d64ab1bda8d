import { getContent } from '#contract/content/content.ts'
import { putFollow } from '#contract/people/follows.ts'
import { putLike } from '#contract/engagement/likes.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { uploadSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { checkPageAndCaptureScreenshot, screenVariants } from '#tests/support/browser/accessibility-checks.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

// These two long tests are independent and run in parallel. If they ran one after the other, one of the two
// browsers would be idle at the end.
test.describe.configure({ mode: 'parallel' })

for (const { shape, options } of screenVariants)
  test(`every screen is accessible: ${shape}`, async ({ person, server, expectedTrouble }) => {
    test.setTimeout(180_000)
    expectedTrouble.push(/status of 404/)
    const name = `cam_${shape.replace('-', '_')}`
    const page = await person(options)
    const open = async (path: string, screen: string, ready?: string) => {
      await page.goto(path)
      if (ready) await expect(page.getByText(ready).first()).toBeVisible()
      await checkPageAndCaptureScreenshot(page, screen, shape)
    }

    // No test has uploaded a live recording, so this page shows its empty state.
    await open('/live', 'category-empty', 'No Live Videos Yet')
    await open('/login', 'login')
    await open('/signup', 'signup')
    await open('/forgot-password', 'forgot-password')
    await open('/reset-password?token=x', 'reset-password')
    await open('/confirm-email?token=x', 'confirm-email-expired', 'This link has expired')
    await open('/watch/01890000-0000-7000-8000-000000000000', 'watch-missing', 'Video not found')
    await open('/creator/nobody_here', 'creator-missing', 'Creator not found')
    await open('/nothing/like/this', 'any-other-path')
    await open('/login/link?token=x', 'sign-in-link-spent')
    await open('/search?q=submarine', 'search-nothing', 'submarine')
    await open('/search', 'search-empty')
    await open('/genre/gospel', 'genre-coming-soon')
    await open('/charts', 'charts')
    await open('/terms', 'terms')
    await open('/privacy', 'privacy')
    await open('/about', 'about')
    await open('/careers', 'careers')
    await open('/press', 'press')
    await open('/help', 'help')
    await open('/help?q=delete%20acount', 'help-found', 'How do I delete my account?')
    await open('/help?q=submarine', 'help-nothing', 'No answers for “submarine”')
    await open('/safety', 'safety')
    await open('/reports', 'reports-signed-out')
    await open('/notice', 'notice')
    await open('/transparency', 'transparency')
    await open('/cookies', 'cookies')
    await open('/dmca', 'dmca')
    await open('/contact?subject=report', 'contact')
    await open('/api/docs', 'api-docs')
    await open(server.mailbox, 'mailbox')

    const maker = await signUpOverHttp(server.url, name)
    await setSessionCookies(page, maker)
    await open('/dashboard', 'dashboard-empty', 'Your uploads')
    await open('/dashboard/data', 'data', 'Where you’re signed in')
    await open('/create', 'create')
    const id = await uploadSampleVideo(maker, { title: `Sunday on the pier, ${shape}`, genre: 'Pop' })
    await open('/dashboard', 'dashboard', 'Sunday on the pier')
    await open('/', 'home', 'Sunday on the pier')
    await open('/music', 'category', 'Sunday on the pier')
    await open(`/creator/${name}`, 'creator', 'Sunday on the pier')
    const { playback_id: playbackId, creator } = await maker.call(getContent, { params: { id } })
    await open(`/watch/${id}`, 'watch', 'Sunday on the pier')
    await open(`/embed/${playbackId}`, 'embed')
    const fan = await signUpOverHttp(server.url, `fan_${shape.replace('-', '_')}`)
    await fan.call(putLike, { params: { id } })
    await open('/search?q=pier', 'search-found', 'Sunday on the pier')
    // No earlier test has opened this chart, so the chart cannot come from the cache, which keeps charts for
    // a few minutes.
    await open('/charts?period=all&category=music', 'charts-full', 'Sunday on the pier')
    await open('/genre/pop', 'genre', 'Sunday on the pier')
    await open(`/dashboard/edit/${id}`, 'edit', 'Sunday on the pier')
    await open('/notifications', 'notifications', 'Sunday on the pier')
    await open('/time', 'time', 'The last 28 days')
    await fan.call(putFollow, { params: { id: creator.user_id } })
    await open('/followers', 'followers', `fan_${shape.replace('-', '_')}`)
    await open('/contact?subject=delete-account', 'contact-leaving')
  })
