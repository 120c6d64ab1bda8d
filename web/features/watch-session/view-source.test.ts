import assert from 'node:assert/strict'
import test from 'node:test'
import { classifyViewSource } from './view-source.ts'

const site = 'https://afterbell.example'

test('the traffic source of a view is one of a fixed set of values and never a URL', () => {
  const sources = {
    '': 'direct',
    'https://elsewhere.example/private?name=ada': 'external',
    [`${site}/`]: 'home',
    [`${site}/all/new`]: 'home',
    [`${site}/following`]: 'following',
    [`${site}/playlist/0198`]: 'playlist',
    [`${site}/search?q=kites`]: 'search',
    [`${site}/music`]: 'category',
    [`${site}/all/music/pop`]: 'category',
    [`${site}/genre/pop`]: 'category',
    [`${site}/charts`]: 'category',
    [`${site}/creator/ada`]: 'creator',
    [`${site}/watch/0198`]: 'recommended',
    [`${site}/notifications`]: 'other',
  }
  for (const [url, source] of Object.entries(sources))
    assert.equal(classifyViewSource(url, site), source, url)
  assert.equal(classifyViewSource(null, site), 'other')
})
