import assert from 'node:assert/strict'
import test, { after, before, beforeEach } from 'node:test'
import { DOMParser } from '@xmldom/xmldom'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startVastServer, type VastServer } from '#tests/support/servers/vast-server.ts'
import { type LinearAd, fetchVastAds } from './vast-ads.ts'
import { chooseMediaFile } from './ad-media-file.ts'
import { fillVastMacros } from './vast-tracking.ts'

/** Reports malformed XML as browsers do, with a `parsererror` element in the parsed document. */
class BrowserParser {
  parseFromString(text: string, type: string) {
    let broken = false
    const errorHandler = () => (broken = true)
    const parsed = new DOMParser({ errorHandler }).parseFromString(text, type)
    return broken ? new DOMParser().parseFromString('<VAST><parsererror/></VAST>', type) : parsed
  }
}

let server: VastServer
before(async () => {
  // Simulates a page on localhost, because pages on localhost can use a local ad server without HTTPS.
  Object.assign(globalThis, { DOMParser: BrowserParser, location: { hostname: '127.0.0.1' } })
  server = await startVastServer()
})
beforeEach(() => server.forget())
after(() => server.close())

const soon = () => AbortSignal.timeout(2000)
const find = (path: string, signal = soon()) => fetchVastAds(server.url + path, signal)
const height = ({ files }: LinearAd, stage: number) =>
  chooseMediaFile(files, stage, (type) => type.startsWith('video/mp4'))?.height

test('finds the linear creative with its link, skip offset and best media file', async () => {
  const [ad, ...more] = await find('/inline?skip=2')
  assert.equal(more.length, 0)
  assert.equal(ad!.skipAfter, 2)
  assert.equal(ad!.clickThrough, `${server.url}/landing`)
  assert.equal(height(ad!, 720), 2160, 'the smallest file that is large enough')
  assert.equal(height(ad!, 4000), 4320)
  assert.equal(height(ad!, 9000), 4320, 'otherwise the largest file')
  assert.equal((await find('/inline'))[0]!.skipAfter, null)
})

test('follows up to five VAST wrappers and sends impression and start events to each wrapper', async () => {
  const [ad] = await find('/wrapper/5')
  ad!.tracker.trackImpression()
  ad!.tracker.setProgress(0)
  ad!.tracker.setProgress(0.2)
  const expected = ['impression', 'creativeView', 'start', 'impression-5', 'start-1', 'start-5']
  await waitUntil(async () => expected.every((event) => server.tracked().includes(event)), 5)
})

test('returns no ad and reports the error to each wrapper if there are more than five VAST wrappers', async () => {
  assert.deepEqual(await find('/wrapper/6'), [])
  await waitUntil(async () => server.tracked().includes('error-302'), 5)
})

test('returns no ad for an empty VAST response and reports VAST error 303', async () => {
  assert.deepEqual(await find('/empty'), [])
  await waitUntil(async () => server.tracked().join() === 'error-303', 5)
})

test('skips ads without playable media files', async () => {
  assert.deepEqual(await find('/no-media'), [])
  const [ad] = await find('/wrong-type')
  assert.equal(height(ad!, 720), undefined)
})

test('rejects malformed, oversized, missing and late VAST documents', async () => {
  for (const path of ['/malformed', '/too-big', '/missing.mp4']) await assert.rejects(find(path), path)
  const started = performance.now()
  await assert.rejects(find('/slow', AbortSignal.timeout(300)))
  assert.ok(performance.now() - started < 1500)
  await assert.rejects(
    fetchVastAds('http://192.0.2.1/vast', soon()),
    'plain http is not asked beyond this machine',
  )
})

test('replaces VAST macros, and uses -1 for unknown macros and for data about the viewer or the page', () => {
  const url = fillVastMacros(
    'https://a.example/?c=[CACHEBUSTING]&e=[ERRORCODE]&p=%%PAGEURL%%&d=[DEVICEUA]&u=[ASSETURI]',
    {
      ERRORCODE: '402',
      ASSETURI: 'https://b.example/?x=1&y',
    },
  )
  assert.match(url, /\?c=\d{8}&e=402&p=-1&d=-1&u=https%3A%2F%2Fb\.example%2F%3Fx%3D1%26y$/)
})
