import type { Page } from '@playwright/test'
import { pageRoutes as routes } from '#tests/support/fixtures/page-routes.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { setSessionCookies } from '#tests/support/browser/browser-fixtures.ts'
import { assertPageAccessibility } from '#tests/support/browser/accessibility-checks.ts'
import { assertFitsNarrowViewports } from '#tests/support/browser/narrow-viewports.ts'
import {
  expectedNotFoundPaths,
  publishVideoInSeries,
  type PublishedVideo,
  collectRequestProblems,
} from '#tests/support/browser/page-request-problems.ts'
import { startTestSite } from '#tests/support/processes/test-site.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

interface Facts extends PublishedVideo {
  /** The URL of the mailbox page, including the access key that the server prints at startup. */
  mailbox: string
}

/**
 * Describes how to open a route that has parameters or is not an ordinary page. Routes without such an entry
 * are opened by their path.
 */
interface Row {
  open?: (facts: Facts) => string
  /** The expected status of the page for a member. */
  status?: number
  /** Whether signed-out visitors are redirected to sign in. */
  forMembers?: boolean
  /** Whether the route is not a page, because it serves a file or only accepts form submissions. */
  notAPage?: boolean
  /** Whether the page contains only the player, which needs no heading. */
  headings?: 0
}

const nowhere = '00000000-0000-4000-8000-000000000000'

const rows: Record<string, Row> = {
  '/search': { open: () => '/search?q=harbour' },
  '/all/:list/:row?': { open: () => '/all/music/recently-added-music' },
  '/tag/:tag': { open: () => '/tag/harbour' },
  '/genre/:genreName': { open: () => '/genre/pop' },
  '/browse/genre': { open: () => '/browse/genre?genreName=rock' },
  '/login/link': { open: () => '/login/link?token=x' },
  '/watch/:id': { open: (facts) => `/watch/${facts.film}` },
  '/embed/:playbackId': { open: ({ playbackId }) => `/embed/${playbackId}`, headings: 0 },
  '/playlist/:id': { open: () => '/playlist/watch-later', forMembers: true },
  '/series/:id': { open: ({ series }) => `/series/${series}` },
  '/creator/:username': { open: ({ username }) => `/creator/${username}` },
  '/creator/id/:id': { open: ({ userId }) => `/creator/id/${userId}` },
  '/create/:type?': { open: () => '/create/story' },
  // Other people's statements of reasons return 404.
  '/statements/:id': { open: () => `/statements/${nowhere}`, status: 404, forMembers: true },
  // Moderation pages return 404 to everyone except staff.
  '/admin': { status: 404 },
  '/admin/people': { status: 404 },
  '/admin/people/:id': { open: () => `/admin/people/${nowhere}`, status: 404 },
  '/admin/audit-log': { status: 404 },
  '/admin/webhooks': { status: 404 },
  '/admin/webhooks/:id': { open: () => `/admin/webhooks/${nowhere}`, status: 404 },
  '/admin/content': { status: 404 },
  '/admin/jobs': { status: 404 },
  '/admin/storage': { status: 404 },
  '/admin/contact': { status: 404 },
  '/admin/contact/:id': { open: () => `/admin/contact/${nowhere}`, status: 404 },
  '/admin/settings': { status: 404 },
  '/admin/invitations': { status: 404 },
  '/mod': { status: 404 },
  '/mod/figures': { status: 404 },
  '/mod/playback-quality': { status: 404 },
  '/mod/cases/:id': { open: () => `/mod/cases/${nowhere}`, status: 404 },
  '/dashboard/edit/:id': { open: (facts) => `/dashboard/edit/${facts.film}` },
  '/dashboard/edit/:id/captions/:language': {
    open: (facts) => `/dashboard/edit/${facts.film}/captions/en`,
  },
  '/dashboard/analytics/:id': { open: (facts) => `/dashboard/analytics/${facts.film}` },
  '/reset-password': { open: () => '/reset-password?token=x' },
  '/unsubscribe/:token': { open: () => '/unsubscribe/x' },
  '/dev/mail': { open: ({ mailbox }) => mailbox },
  '/sign-out': { notAPage: true },
  '/manifest.webmanifest': { notAPage: true },
  '/*': { open: () => '/nothing/like/this', status: 404 },
}

const paths = routes.map(({ path = '' }) => `/${path}`)

/** A page that the crawl has opened. */
interface Found {
  path: string
  title: string
  listed: boolean
}

test('this test has an example URL for every route that has parameters', () => {
  const unsaid = paths.filter((path) => /[:*]/.test(path) && !rows[path])
  expect(unsaid, 'add a row to tests/e2e/interface/every-page.spec.ts').toEqual([])
  expect(Object.keys(rows).filter((path) => !paths.includes(path))).toEqual([])
})

test('every page is accessible and loads without errors, for members and for signed-out visitors', async ({
  person,
  expectedTrouble,
}) => {
  test.setTimeout(300_000)
  expectedTrouble.push(new RegExp(`${expectedNotFoundPaths.source}.*status of 404`))
  // Uses a separate site, so the pages do not depend on data left behind by earlier tests.
  await using site = await startOwnSite()
  const wendy = await signUpOverHttp(site.url, 'wendy_walks', 18)
  const facts = {
    ...(await publishVideoInSeries(wendy, 'Harbour </script><b>lights & bells')),
    mailbox: site.mailbox,
  }
  // Uses a search engine's user agent, because pages that list user content have `noindex` for other
  // visitors.
  const userAgent = 'Mozilla/5.0 (compatible; Examplebot/1.0)'
  const [stranger, member] = [
    await person({ userAgent, baseURL: site.url }),
    await person({ baseURL: site.url }),
  ]
  await setSessionCookies(member, wendy)
  const checkedContent = new Set<string>()
  const [seen] = await Promise.all([
    walk(stranger, site.url, facts, checkedContent),
    walk(member, site.url, facts, checkedContent),
  ])

  const sitemap = await (await stranger.request.get('/sitemap/pages.xml')).text()
  const named = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!).pathname)
  const open = new Map(seen.map((page) => [page.path, page]))
  for (const path of named) expect(open.get(path)?.listed, `${path} is in the sitemap`).toBe(true)
})

async function startOwnSite() {
  const { url, mailbox, close } = await startTestSite()
  return { url, mailbox, [Symbol.asyncDispose]: close }
}

/**
 * Visits every route. `checkedContent` contains the `<main>` HTML whose accessibility was already checked. A
 * page with the same `<main>` HTML for visitors and for members is checked only once.
 */
async function walk(page: Page, site: string, facts: Facts, checkedContent: Set<string>): Promise<Found[]> {
  const troubles = collectRequestProblems(page, site)
  const found = new Map<string, Found>()
  for (const path of paths) {
    const { open, status = 200, forMembers, notAPage, headings = 1 } = rows[path] ?? {}
    if (notAPage) continue
    const answer = await page.goto(open?.(facts) ?? path)
    // Some routes redirect, for example to the sign-in page or to a member's dashboard. Each destination is
    // checked only once.
    const place = new URL(page.url()).pathname
    const ledToSignIn = forMembers && place === '/login'
    expect(answer?.status(), path).toBe(ledToSignIn ? 200 : status)
    if (found.has(place)) continue
    found.set(place, await headOf(page, site, status))
    expect(await page.locator('h1').count(), `headings of ${path}`).toBe(headings)
    const shown = await page.evaluate(() => document.querySelector('main')?.innerHTML ?? location.href)
    if (checkedContent.has(shown)) continue
    checkedContent.add(shown)
    await assertFitsNarrowViewports(page, path)
    await assertPageAccessibility(page, path)
  }
  expect(troubles).toEqual([])
  const titles = [...found.values()].filter(({ listed }) => listed).map(({ title }) => title)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  return [...found.values()]
}

/**
 * Reads the page's title, description and canonical URL. Pages that do not exist must have no canonical URL
 * and must be `noindex`.
 */
async function headOf(page: Page, site: string, status: number): Promise<Found> {
  const path = new URL(page.url()).pathname
  const content = async (selector: string, name: string) => {
    const values = await page
      .locator(selector)
      .evaluateAll((all, key) => all.map((one) => one.getAttribute(key)), name)
    expect(values.length, `${selector} of ${path}`).toBeLessThanOrEqual(1)
    return values[0] ?? ''
  }
  const title = await page.title()
  expect(title, `title of ${path}`).not.toBe('')
  const noindex = (await content('meta[name=robots]', 'content')).includes('noindex')
  const canonical = await content('link[rel=canonical]', 'href')
  if (status === 200) {
    expect(await content('meta[name=description]', 'content'), `description of ${path}`).not.toBe('')
    expect(canonical, `canonical of ${path}`).toMatch(new RegExp(`^${site}/[^?#]*$`))
  } else expect([canonical, noindex]).toEqual(['', true])
  return { path, title, listed: !noindex && canonical === site + path }
}
