import assert from 'node:assert/strict'
import test from 'node:test'
import {
  chooseInitialRenditionUrls,
  estimateBandwidth,
  measureBandwidth,
  recordBandwidth,
} from './bandwidth.ts'

const renditions = [
  { bandwidth: 1_200_000, urls: ['480p'] },
  { bandwidth: 150_000, urls: ['144p'] },
]

test('starts with a low rendition on a slow or unknown connection and with a higher one on a fast connection', () => {
  assert.deepEqual(chooseInitialRenditionUrls(renditions, null), ['144p'])
  assert.deepEqual(chooseInitialRenditionUrls(renditions, 400_000), ['144p'])
  assert.deepEqual(chooseInitialRenditionUrls(renditions, 1_300_000), ['144p'])
  assert.deepEqual(chooseInitialRenditionUrls(renditions, 2_000_000), ['480p'])
  assert.deepEqual(chooseInitialRenditionUrls([], 2_000_000), [])
})

test('starts with a lower rendition if the first segment of a higher one would take too long to load', () => {
  const withSegments = renditions.map((rendition) => ({ ...rendition, firstSegmentSeconds: 4 }))
  assert.deepEqual(chooseInitialRenditionUrls(withSegments, 2_000_000), ['144p'])
  assert.deepEqual(chooseInitialRenditionUrls(withSegments, 6_000_000), ['480p'])
})

test('measures bandwidth only while files are loading, and ignores cached files', () => {
  const load = (requestStart: number, responseEnd: number, transferSize: number) => ({
    requestStart,
    responseEnd,
    transferSize,
  })
  // Two requests overlap, and a third request follows after a pause. The requests transfer 100 KB in two
  // seconds, not counting the pause.
  const loads = [load(0, 1000, 40_000), load(0, 900, 10_000), load(5000, 6000, 50_000), load(2000, 4000, 0)]
  assert.equal(measureBandwidth(loads), 400_000)
  assert.equal(measureBandwidth([load(0, 10, 300)]), null)
  assert.equal(measureBandwidth([]), null)
})

test('uses the bandwidth measured during one video as the estimate for the next', () => {
  recordBandwidth(Number.NaN)
  recordBandwidth(350_000)
  assert.equal(estimateBandwidth(), 350_000)
})
