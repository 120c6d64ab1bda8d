import { mkdir } from 'node:fs/promises'
import { putFollow } from '#contract/follows.ts'
import { putLike } from '#contract/likes.ts'
import { joined } from '../media/member.ts'
import { makeClip } from '../support/clips.ts'
import { isForEverybody } from './support/look.ts'
import { expect, join, test } from './support/site.ts'

/** Set to a folder, every screen is also kept there as a picture to look at. */
const album = process.env['SCREENSHOTS']

const devices = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1440, height: 900 } },
}

// Four long walks of their own: side by side, or one of the two browsers would stand idle at the end.
test.describe.configure({ mode: 'parallel' })

for (const [device, options] of Object.entries(devices))
  for (const colorScheme of ['dark', 'light'] as const)
    test(`every screen can be used by everybody: ${device}, ${colorScheme}`, async ({
      person,
      server,
      expectedTrouble,
    }, { outputDir }) => {
      test.setTimeout(180_000)
      expectedTrouble.push(/status of 404/)
      const name = `cam_${device}_${colorScheme}`
      const page = await person({ ...options, colorScheme })
      const look = async (path: string, screen: string, ready?: string) => {
        await page.goto(path)
        if (ready) await expect(page.getByText(ready).first()).toBeVisible()
        if (album) {
          await page.waitForLoadState('networkidle')
          await mkdir(album, { recursive: true })
          await page.screenshot({ path: `${album}/${screen}-${device}-${colorScheme}.png`, fullPage: true })
        }
        await isForEverybody(page, screen)
      }

      // No story uploads one of these.
      await look('/live', 'category-empty', 'No Live Videos Yet')
      await look('/login', 'login')
      await look('/signup', 'signup')
      await look('/forgot-password', 'forgot-password')
      await look('/reset-password?token=x', 'reset-password')
      await look('/watch/01890000-0000-7000-8000-000000000000', 'watch-missing', 'Video not found')
      await look('/creator/nobody_here', 'creator-missing', 'Creator not found')
      await look('/nothing/like/this', 'any-other-path')
      await look('/login/link?token=x', 'sign-in-link-spent')
      await look('/search?q=submarine', 'search-nothing', 'submarine')
      await look('/search', 'search-empty')
      await look('/genre/gospel', 'genre-coming-soon')
      await look('/charts', 'charts')
      await look('/terms', 'terms')
      await look('/privacy', 'privacy')
      await look('/about', 'about')
      await look('/careers', 'careers')
      await look('/press', 'press')
      await look('/help', 'help')
      await look('/help?q=delete%20acount', 'help-found', 'How do I delete my account?')
      await look('/help?q=submarine', 'help-nothing', 'Nothing on “submarine”')
      await look('/safety', 'safety')
      await look('/reports', 'reports-signed-out')
      await look('/notice', 'notice')
      await look('/transparency', 'transparency')
      await look('/cookies', 'cookies')
      await look('/dmca', 'dmca')
      await look('/contact?subject=report', 'contact')
      await look('/api/docs', 'api-docs')
      await look('/dev/mail', 'mailbox')

      await join(page, name)
      await look('/dashboard', 'dashboard-empty', 'Your uploads')
      await look('/dashboard/data', 'data', 'Where you are signed in')
      await look('/create', 'create')
      const clip = await makeClip(outputDir, {
        seconds: 3,
        width: 640,
        height: 360,
        fps: 24,
        audio: 'stereo',
      })
      await page.locator('input[type=file]').first().setInputFiles(clip)
      await page.getByLabel('Title').fill(`Sunday on the pier, ${device} and ${colorScheme}`)
      await page.getByLabel('Genre').selectOption('Pop')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await page.waitForURL('**/dashboard', { timeout: 90_000 })
      await look('/dashboard', 'dashboard', 'Sunday on the pier')
      await look('/', 'home', 'Sunday on the pier')
      await look('/music', 'category', 'Sunday on the pier')
      await look(`/creator/${name}`, 'creator', 'Sunday on the pier')
      const items = (await (await page.request.get('/api/me/content')).json()) as {
        items: { id: string; user_id: string; playback_id: string }[]
      }
      const { id, user_id: userId, playback_id: playbackId } = items.items[0]!
      await look(`/watch/${id}`, 'watch', 'Sunday on the pier')
      await look(`/embed/${playbackId}`, 'embed')
      const fan = await joined(server.url, `fan_${device}_${colorScheme}`)
      await fan.call(putLike, { params: { id } })
      await look('/search?q=pier', 'search-found', 'Sunday on the pier')
      // One that no story before has looked at: a chart is kept for some minutes.
      await look('/charts?period=all&category=music', 'charts-full', 'Sunday on the pier')
      await look('/genre/pop', 'genre', 'Sunday on the pier')
      await look(`/dashboard/edit/${id}`, 'edit', 'Sunday on the pier')
      await look('/notifications', 'notifications', 'Sunday on the pier')
      await look('/time', 'time', 'The last 28 days')
      await fan.call(putFollow, { params: { id: userId } })
      await look('/followers', 'followers', `fan_${device}_${colorScheme}`)
      await look('/contact?subject=delete-account', 'contact-leaving')
    })
