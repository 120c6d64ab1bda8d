import assert from 'node:assert/strict'
import test, { beforeEach, mock } from 'node:test'
import { prefetchSegments, takePrefetchedSegment } from './segment-prefetch.ts'

const site = 'https://site.example'
const requested: string[] = []
mock.method(globalThis, 'fetch', async (url: string) => {
  requested.push(url)
  if (url.endsWith('/broken')) throw new TypeError('no network')
  return new Response(url, { status: url.endsWith('/gone') ? 404 : 200 })
})
beforeEach(() => (requested.length = 0))

const textOf = async (path: string) => {
  const segment = await takePrefetchedSegment(site + path)
  return segment && new TextDecoder().decode(segment.bytes)
}

test('requests a prefetched segment only once, returns it only once and reports its timing', async () => {
  for (const _ of [1, 2]) prefetchSegments([`${site}/one`])
  const segment = await takePrefetchedSegment(`${site}/one`)
  assert.equal(new TextDecoder().decode(segment!.bytes), `${site}/one`)
  assert.ok(segment!.timing.totalMs >= segment!.timing.firstByteMs && segment!.timing.firstByteMs >= 0)
  assert.equal(takePrefetchedSegment(`${site}/one`), undefined)
  assert.deepEqual(requested, [`${site}/one`])
})

test('returns null for a prefetched segment that is missing or could not be loaded', async () => {
  prefetchSegments([`${site}/gone`, `${site}/broken`])
  assert.equal(await takePrefetchedSegment(`${site}/gone`), null)
  assert.equal(await takePrefetchedSegment(`${site}/broken`), null)
})

test('discards the oldest unused segments when too many are prefetched', async () => {
  for (let index = 0; index < 40; index += 1) prefetchSegments([`${site}/left/${index}`])
  assert.equal(await textOf('/left/0'), undefined)
  assert.equal(await textOf('/left/39'), `${site}/left/39`)
})
