/*
 * The server renders cards and other components once for all viewers who get the same props. These tests compare pages
 * with pages that are rendered without the cache, for viewers who may see different things.
 */
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import { createElement, type ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { putBlock } from '#contract/people/blocks-and-mutes.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { db } from '#server/platform/db/db.ts'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/app/test-app.ts'
import { createPublishedVideo } from '#tests/support/fixtures/published-video.ts'
import type { MarkupCache } from '#web/ui/cache-markup.tsx'

const build = new URL('../../../build/server/index.js', import.meta.url)
const { getCachedMarkup, setMarkupCache } = (await import(build.href)).entry.module as {
  getCachedMarkup: MarkupCache
  setMarkupCache(cache: MarkupCache | undefined): void
}

let testApp: TestApp
let viewers: Record<'adult' | 'minor' | 'blocked' | 'anonymous', TestUser>
let paths: string[]
before(async () => {
  testApp = await startTestApp()
  await mountPages(testApp.app)
  const creator = await testApp.signUpMember('creator', 19)
  const other = await testApp.signUpMember('other', 19)
  viewers = {
    adult: await testApp.signUpMember('adult', 19),
    minor: await testApp.signUpMember('minor', 14),
    blocked: await testApp.signUpMember('blocked', 19),
    anonymous: testApp.anonymousUser(),
  }
  const id = await createPublishedVideo(creator, { title: 'Write to me@example.com', type: 'story' })
  const rated = await createPublishedVideo(creator, { title: 'Only from 16', type: 'story' })
  await db.updateTable('content').set({ rating: '16' }).where('id', '=', rated).execute()
  await createPublishedVideo(other, { title: 'A <b>"quoted"</b> & title', type: 'story' })
  await createPublishedVideo(other, { title: 'Only for followers', visibility: 'followers', type: 'story' })
  await creator.call(putBlock, { params: { id: viewers.blocked.id } })
  paths = ['/', '/stories', `/watch/${id}`, '/creator/other', '/search?q=title']
  // The first time, the server sends some components of a page after the rest.
  for (const path of paths) for (const who of Object.values(viewers)) await markupOf(who, path)
})
after(() => testApp.close())

/** The markup of a page, without the scripts, which contain the time until the session expires. */
async function markupOf(who: TestUser, path: string, language = 'en'): Promise<string> {
  const html = await (await who.fetch(path, { headers: { 'accept-language': language } })).text()
  return html.replaceAll(/<script.*?<\/script>/gs, '').replaceAll(/nonce="[^"]*"/g, '')
}

/** Compares long texts, and shows only the place where they begin to differ. */
function assertSame(actual: string, expected: string, message: string): void {
  let at = 0
  while (at < expected.length && actual[at] === expected[at]) at += 1
  const excerpt = (text: string) => text.slice(Math.max(0, at - 100), at + 100)
  assert.equal(excerpt(actual), excerpt(expected), message)
}

async function withoutCache<T>(work: () => Promise<T>): Promise<T> {
  setMarkupCache(undefined)
  try {
    return await work()
  } finally {
    setMarkupCache(getCachedMarkup)
  }
}

test('pages from the cache are the same as without it, for viewers with different rights', async () => {
  for (const path of paths)
    for (const language of ['en', 'ar'])
      for (const [name, who] of Object.entries(viewers)) {
        const expected = await withoutCache(() => markupOf(who, path, language))
        // The second time, the markup comes from the cache.
        await markupOf(who, path, language)
        assertSame(await markupOf(who, path, language), expected, `${path} for ${name} in ${language}`)
      }
})

test('members see only what they may see, no matter who loaded the page before', async () => {
  const expected = {
    adult: [true, true, true],
    minor: [false, false, true],
    blocked: [false, false, true],
    anonymous: [false, false, true],
  }
  for (const round of [1, 2])
    for (const [name, who] of Object.entries(viewers)) {
      const page = await markupOf(who, '/stories')
      const shown = ['me@example.com', 'Only from 16', '&lt;b&gt;'].map((text) => page.includes(text))
      assert.deepEqual(shown, expected[name as keyof typeof expected], `${name}, round ${round}`)
      assert.ok(!page.includes('Only for followers'), name)
    }
})

test('a block, a removal and a new title take effect on the next page', async () => {
  const { adult, minor } = viewers
  const video = await createPublishedVideo(minor, { title: 'Before', type: 'story' })
  assert.match(await markupOf(adult, '/stories'), /Before/)
  await db.updateTable('content').set({ title: 'Afterwards' }).where('id', '=', video).execute()
  const renamed = await markupOf(adult, '/stories')
  assert.match(renamed, /Afterwards/)
  assert.doesNotMatch(renamed, /Before/)
  await minor.call(putBlock, { params: { id: adult.id } })
  assert.doesNotMatch(await markupOf(adult, '/stories'), /Afterwards/)
  assert.match(await markupOf(viewers.blocked, '/stories'), /Afterwards/)
  await db.updateTable('content').set({ moderation: 'removed' }).where('id', '=', video).execute()
  assert.doesNotMatch(await markupOf(viewers.blocked, '/stories'), /Afterwards/)
})

function Card({ label, hue, onPick }: { label: unknown; hue?: string; onPick?: () => void }): ReactElement {
  const props = { className: 'card', 'data-hue': hue, onClick: onPick }
  return createElement('article', props, createElement('b', null, label as string), 'a', 'b')
}

test('caches markup by component, props and locale', () => {
  const props = { label: 'One', hue: `a"b'c&d<e>`, onPick: () => {} }
  const cached = getCachedMarkup(Card, props)
  assert.equal(getCachedMarkup(Card, { ...props, onPick: () => {} }), cached)
  assert.equal(renderToString(cached), renderToString(createElement(Card, props)))
  const others = [
    getCachedMarkup(Card, { ...props, label: 'Two' }),
    getCachedMarkup((same: typeof props) => Card(same), props),
    runInLocale('fr', () => getCachedMarkup(Card, props)),
  ]
  for (const other of others) assert.ok(other && other !== cached)
})

test('does not cache components whose props do not determine their markup', () => {
  assert.equal(getCachedMarkup(Card, { label: createElement('i') }), undefined)
  assert.equal(
    getCachedMarkup(({ render }: { render: () => string }) => createElement('li', null, render()), {
      render: () => 'x',
    }),
    undefined,
  )
  const two = ({ label }: { label: string }) => [
    createElement('li', { key: 1 }, label),
    createElement('li', { key: 2 }),
  ]
  assert.equal(getCachedMarkup(two as never, { label: 'x' }), undefined)
  const preloads = () =>
    createElement('li', null, createElement('img', { src: '/x.jpg', fetchPriority: 'high' }))
  assert.equal(getCachedMarkup(preloads, {}), undefined)
})
