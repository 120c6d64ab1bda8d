import assert from 'node:assert/strict'
import test from 'node:test'
import { excerptOf, marksIn } from './marks.ts'
import { answers, distance, near } from './words.ts'

test('a slip is a letter more, fewer, other, or two swapped', () => {
  assert.deepEqual(
    [
      distance('dance', 'dance'),
      distance('dnace', 'dance'),
      distance('dnce', 'dance'),
      distance('dannce', 'dance'),
    ],
    [0, 1, 1, 1],
  )
  assert.equal(distance('harbour', 'cat'), 3)
})

test('short words must be right, long ones may slip twice, and a word being typed may be unfinished', () => {
  assert.deepEqual(
    [near('cat', 'cut'), near('cats', 'cuts'), near('skatbord', 'skateboard')],
    [false, true, true],
  )
  assert.deepEqual([near('hrab', 'harbour'), near('hrab', 'harbour', true)], [false, true])
})

test('other forms of a word answer it, other words do not', () => {
  for (const [asked, word] of [
    ['dance', 'dancing'],
    ['stories', 'story'],
    ['harb', 'harbour'],
    ['run', 'running'],
  ])
    assert.ok(answers(asked!, word!), `${asked} ${word}`)
  for (const [asked, word] of [
    ['cat', 'dog'],
    ['ab', 'abc'],
    ['harbour', 'harb'],
  ])
    assert.ok(!answers(asked!, word!), `${asked} ${word}`)
})

test('an excerpt never cuts an emoji in half, and marks lie within it', () => {
  for (let lead = 0; lead < 200; lead += 7) {
    const text = `${'😀'.repeat(lead)}harbour${'🌊'.repeat(200)}`
    const cut = excerptOf(text, { words: ['harbour'] })
    assert.ok(cut)
    assert.ok(cut.text.isWellFormed())
    assert.deepEqual(
      cut.marks.map(([from, to]) => cut.text.slice(from, to)),
      ['harbour'],
    )
  }
  assert.equal(excerptOf('nothing of it', { words: ['harbour'] }), null)
  assert.deepEqual(marksIn('', { words: ['x'] }), [])
})
