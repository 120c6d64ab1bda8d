import assert from 'node:assert/strict'
import test from 'node:test'
import { extractExcerpt, findHighlights } from './search-highlights.ts'
import { isSearchWordMatch, editDistance, isSimilarSpelling } from './spelling.ts'

test('an added, missing or changed letter counts as one typo, and so do two swapped letters', () => {
  assert.deepEqual(
    [
      editDistance('dance', 'dance'),
      editDistance('dnace', 'dance'),
      editDistance('dnce', 'dance'),
      editDistance('dannce', 'dance'),
    ],
    [0, 1, 1, 1],
  )
  assert.equal(editDistance('harbour', 'cat'), 3)
})

test('allows no typos in short words and up to two in long words, and matches an unfinished last word', () => {
  assert.deepEqual(
    [
      isSimilarSpelling('cat', 'cut'),
      isSimilarSpelling('cats', 'cuts'),
      isSimilarSpelling('skatbord', 'skateboard'),
    ],
    [false, true, true],
  )
  assert.deepEqual(
    [isSimilarSpelling('hrab', 'harbour'), isSimilarSpelling('hrab', 'harbour', true)],
    [false, true],
  )
})

test('matches other forms of a word but not different words', () => {
  for (const [asked, word] of [
    ['dance', 'dancing'],
    ['stories', 'story'],
    ['harb', 'harbour'],
    ['run', 'running'],
  ])
    assert.ok(isSearchWordMatch(asked!, word!), `${asked} ${word}`)
  for (const [asked, word] of [
    ['cat', 'dog'],
    ['ab', 'abc'],
    ['harbour', 'harb'],
  ])
    assert.ok(!isSearchWordMatch(asked!, word!), `${asked} ${word}`)
})

test('never splits an emoji in an excerpt and keeps the highlights within the excerpt', () => {
  for (let lead = 0; lead < 200; lead += 7) {
    const text = `${'😀'.repeat(lead)}harbour${'🌊'.repeat(200)}`
    const cut = extractExcerpt(text, { words: ['harbour'] })
    assert.ok(cut)
    assert.ok(cut.text.isWellFormed())
    assert.deepEqual(
      cut.marks.map(([from, to]) => cut.text.slice(from, to)),
      ['harbour'],
    )
  }
  assert.equal(extractExcerpt('nothing of it', { words: ['harbour'] }), null)
  assert.deepEqual(findHighlights('', { words: ['x'] }), [])
})
