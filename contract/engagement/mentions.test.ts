import assert from 'node:assert/strict'
import test from 'node:test'
import { findMentionedNames, findUnfinishedMention, splitTextAtMentions } from './mentions.ts'

test('finds each mentioned username once, in lower case', () => {
  const found = {
    '@ada hi': ['ada'],
    'hi @Ada, and @bob_2! (@cleo)': ['ada', 'bob_2', 'cleo'],
    '@ada @ADA\n@ada.': ['ada'],
    'no @ab, too short': [],
    '@this_name_is_too_long_for_us': [],
  }
  for (const [text, names] of Object.entries(found)) assert.deepEqual(findMentionedNames(text), names, text)
})

test('ignores email addresses and mentions of accounts on other sites', () => {
  for (const text of ['ada@bob.example', 'see example.com/@ada', '@ada@social.example', 'é@ada', '@@ada'])
    assert.deepEqual(findMentionedNames(text), [], text)
})

test('splits a comment only at mentions of the given usernames', () => {
  assert.deepEqual(splitTextAtMentions('hi @Ada and @bob!', new Set(['ada'])), [
    { text: 'hi ' },
    { text: '@Ada', name: 'ada' },
    { text: ' and @bob!' },
  ])
  assert.deepEqual(splitTextAtMentions('@ada', new Set(['ada'])), [{ text: '@ada', name: 'ada' }])
  assert.deepEqual(splitTextAtMentions('nobody', new Set(['ada'])), [{ text: 'nobody' }])
})

test('finds the unfinished mention at the caret', () => {
  assert.deepEqual(findUnfinishedMention('hi @a', 5), { start: 3, query: 'a' })
  assert.deepEqual(findUnfinishedMention('@ there', 1), { start: 0, query: '' })
  assert.deepEqual(findUnfinishedMention('(@Ad_1) x', 6), { start: 1, query: 'Ad_1' })
  for (const [text, caret] of [
    ['hi @ada ', 8],
    ['me@ada', 6],
    ['@ada', 0],
  ] as const)
    assert.equal(findUnfinishedMention(text, caret), null, text)
})
