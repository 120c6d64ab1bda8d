import { emptyCategoryMessages } from '#contract/discovery/category-rows.ts'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import { signUpOverHttp } from '#tests/support/clients/http-test-client.ts'
import { publishSampleVideo } from '#tests/support/browser/sample-videos.ts'
import { startTestSite, type TestSite } from '#tests/support/processes/test-site.ts'
import { expect, test } from '#tests/support/browser/browser-test.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(async () => {
  await site.close()
})

test('on an empty site, category pages and the video of the week show empty-state messages', async ({
  person,
}) => {
  const page = await person({ baseURL: site.url })
  for (const name of categoryNames) {
    const { path } = categories[name]
    const empty = emptyCategoryMessages[name]
    const html = await (await page.request.get(path)).text()
    expect(html).toContain(`>${empty.title}<`)
    expect(html).toContain(empty.text)
    expect(html).not.toContain('class="row-head"')
  }
  const browse = await (await page.request.get('/browse')).text()
  expect(browse).toContain('No Movies Available')
  // The dashboard has no tile for movies, so this empty state is where the first movie upload starts.
  expect(browse).toContain('href="/create/movie"')
  await page.goto('/')
  await expect(page.getByText('Built for Teens • Ages 13–19')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Video of the Week' })).toBeVisible()
  await expect(page.getByText('None yet – be the first!')).toHaveCount(5)
  for (const [name, href] of [
    ['Watch shows', '/shows'],
    ['Start creating', '/create'],
    ['About us', '/about'],
    ['Zero toxicity', '/safety'],
  ] as const)
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', href)
  for (const claim of ['10K+ teen-made videos', '4K quality', 'Free with no ads'])
    await expect(page.getByRole('listitem').filter({ hasText: claim })).toBeVisible()
  const doors = page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
  expect(await doors.allTextContents()).toEqual(['Music', 'Shows', 'Stories', 'Talent', 'Challenges', 'Live'])
  expect(await doors.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/music',
    '/shows',
    '/stories',
    '/talent',
    '/challenges',
    '/live',
  ])
  expect(await page.locator('.spotlight-label').allInnerTexts()).toEqual([
    'Music',
    'Shows',
    'Stories',
    'Talent',
    'Challenges',
  ])
})

test('the watch page of the only video of its type says that there are no related videos yet', async ({
  person,
}) => {
  const first = await signUpOverHttp(site.url, 'first_fay')
  const id = await publishSampleVideo(first, { title: 'The first one', type: 'show' })
  const page = await person({ baseURL: site.url })
  await page.goto(`/watch/${id}`)
  await expect(page.getByRole('main').getByText('No related videos yet')).toBeVisible()
})
