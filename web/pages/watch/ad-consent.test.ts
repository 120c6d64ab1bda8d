import assert from 'node:assert/strict'
import test from 'node:test'
import type { ContentDetail } from '#contract/content/content.ts'
import { removeAdsWithoutConsent } from './ad-consent.ts'

const item = { id: '1', ads: { tag_url: 'https://ads.example/vast', breaks: [0] } } as ContentDetail
const keepsAds = (headers: Record<string, string>) =>
  'ads' in removeAdsWithoutConsent(item, new Request('https://bell.example/watch/1', { headers }))

test('shows no ads after the viewer opts out on the cookie page or in the browser', () => {
  assert.equal(keepsAds({}), true)
  assert.equal(keepsAds({ cookie: 'cookie-choice=functional.advertising' }), true)
  assert.equal(keepsAds({ cookie: 'cookie-choice=functional' }), false)
  assert.equal(keepsAds({ 'sec-gpc': '1' }), false)
  assert.equal(keepsAds({ 'sec-gpc': '1', cookie: 'cookie-choice=advertising' }), true)
})
