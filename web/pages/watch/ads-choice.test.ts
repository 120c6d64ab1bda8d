import assert from 'node:assert/strict'
import test from 'node:test'
import type { OneContent } from '#contract/content.ts'
import { asChosen } from './ads-choice.ts'

const item = { id: '1', ads: { tag_url: 'https://ads.example/vast', breaks: [0] } } as OneContent
const shown = (headers: Record<string, string>) =>
  'ads' in asChosen(item, new Request('https://bell.example/watch/1', { headers }))

test('no ad is fetched for somebody who has switched advertising off, in the cookie policy or in the browser', () => {
  assert.equal(shown({}), true)
  assert.equal(shown({ cookie: 'cookie-choice=functional.advertising' }), true)
  assert.equal(shown({ cookie: 'cookie-choice=functional' }), false)
  assert.equal(shown({ 'sec-gpc': '1' }), false)
  assert.equal(shown({ 'sec-gpc': '1', cookie: 'cookie-choice=advertising' }), true)
})
