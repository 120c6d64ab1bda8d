import assert from 'node:assert/strict'
import test from 'node:test'
import { buildPageMeta } from './page-meta.ts'

const site = { name: 'Afterbell', url: 'https://bell.example' }
const args = {
  location: { pathname: '/watch/1' },
  matches: [{ id: 'root', loaderData: { site } }, undefined],
}
const page = { title: 'A song', description: 'One\n  line', image: '/media/x/poster.webp' }

function getTagContent(tags: ReturnType<typeof buildPageMeta>, name: string): unknown {
  const found = tags.find(
    (tag) => ('property' in tag && tag.property === name) || ('name' in tag && tag.name === name),
  )
  return found && 'content' in found ? found.content : undefined
}

test('sets the title, one description and an absolute image URL for shared links', () => {
  const tags = buildPageMeta(args, page)
  assert.equal(getTagContent(tags, 'og:title'), 'A song')
  assert.equal(getTagContent(tags, 'description'), 'One line')
  assert.equal(getTagContent(tags, 'og:image'), 'https://bell.example/media/x/poster.webp')
  assert.equal(getTagContent(tags, 'og:url'), 'https://bell.example/watch/1')
  assert.ok(tags.some((tag) => 'title' in tag && tag.title === 'A song · Afterbell'))
})

test('sets the canonical URL of a page that has several URLs', () => {
  const tags = buildPageMeta(args, { ...page, canonical: '/movies' })
  assert.ok(tags.some((tag) => 'href' in tag && tag.href === 'https://bell.example/movies'))
})

test('omits query strings and trailing slashes from the canonical URL', () => {
  for (const pathname of ['/safety', '/safety/', '/safety//'])
    assert.equal(
      getCanonicalUrl(buildPageMeta({ ...args, location: { pathname } }, page)),
      'https://bell.example/safety',
    )
  assert.equal(
    getCanonicalUrl(buildPageMeta({ ...args, location: { pathname: '/' } }, page)),
    'https://bell.example/',
  )
})

test('marks pages that crawlers must not index', () => {
  assert.equal(getTagContent(buildPageMeta(args, { ...page, noindex: true }), 'robots'), 'noindex')
  assert.equal(getTagContent(buildPageMeta(args, page), 'robots'), undefined)
})

test('omits the default Afterbell image on a site with another name', () => {
  const plain = { title: 'Help', description: 'Help' }
  assert.equal(getTagContent(buildPageMeta(args, plain), 'og:image'), 'https://bell.example/og.png')
  const other = { ...args, matches: [{ id: 'root', loaderData: { site: { ...site, name: 'Recess' } } }] }
  assert.equal(getTagContent(buildPageMeta(other, plain), 'og:image'), undefined)
  assert.equal(
    getTagContent(buildPageMeta(other, page), 'og:image'),
    'https://bell.example/media/x/poster.webp',
  )
})

function getCanonicalUrl(tags: ReturnType<typeof buildPageMeta>): unknown {
  const found = tags.find((tag) => 'rel' in tag && tag.rel === 'canonical')
  return found && 'href' in found ? found.href : undefined
}
