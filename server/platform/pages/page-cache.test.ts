import assert from 'node:assert/strict'
import test, { before } from 'node:test'
import { dropCachedPages, getCachedPage, type RenderedPage, setPageCacheInvalidator } from './page-cache.ts'

before(() => setPageCacheInvalidator(async () => {}))

let number = 0

/** A page whose renderings the test finishes. Every rendering has a new text and shows the thing with the id `shown`. */
function createPage() {
  const name = `/page-${(number += 1)}`
  const finish: (() => void)[] = []
  const render = async (): Promise<RenderedPage> => {
    const nth = finish.length + 1
    await new Promise<void>((resolve) => finish.push(resolve))
    return {
      response: new Response(`rendering ${nth}`),
      nonce: 'nonce',
      isShareable: true,
      ids: new Set(['shown', name]),
    }
  }
  const request = async () => {
    const page = await getCachedPage(name, render)
    return String(await page!.encodedAs(undefined))
  }
  /** Requests the page, and resolves when the page is being rendered or when the request waits for it. */
  const begin = async () => {
    const text = request()
    text.catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    return { text }
  }
  return { name, begin, request, finish }
}

test('drops exactly the pages that show what has changed', async () => {
  const [one, other] = [createPage(), createPage()]
  for (const page of [one, other]) {
    const { text } = await page.begin()
    page.finish[0]!()
    await text
  }
  dropCachedPages(one.name)
  const { text } = await one.begin()
  one.finish[1]!()
  assert.equal(await text, 'rendering 2')
  assert.equal(await other.request(), 'rendering 1')
})

test('a request after a change never gets a page whose rendering began before the change', async () => {
  for (const change of ['shown', '']) {
    const page = createPage()
    const early = await page.begin()
    dropCachedPages(change)
    const late = await page.begin()
    page.finish[0]!()
    assert.equal(await early.text, 'rendering 1')
    await new Promise((resolve) => setImmediate(resolve))
    page.finish[1]!()
    assert.equal(await late.text, 'rendering 2')
    assert.equal(await page.request(), 'rendering 2')
  }
})

test('a page is kept if something else changed while it was being rendered', async () => {
  const page = createPage()
  const early = await page.begin()
  dropCachedPages('something else')
  const late = await page.begin()
  page.finish[0]!()
  assert.deepEqual([await early.text, await late.text, await page.request()], Array(3).fill('rendering 1'))
})
