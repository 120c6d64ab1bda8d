import assert from 'node:assert/strict'
import test from 'node:test'
import { helpTopics } from '#web/messages/help/help-topics.ts'
import { buildHelpFaqs } from '#web/messages/help/help-center.ts'
import { searchHelpEntries } from './help-search.ts'

const entries = [...buildHelpFaqs(false), ...helpTopics.flatMap((topic) => topic.entries)]
const findFirstId = (query: string) => searchHelpEntries(entries, query)[0]?.id

test('finds Help Center entries by everyday words', () => {
  assert.equal(findFirstId('forgot password'), 'forgot')
  assert.equal(findFirstId('how do i delete my account'), 'delete-account')
  assert.equal(findFirstId('buffering'), 'stutters')
  assert.equal(findFirstId('keyboard shortcuts'), 'keys')
  assert.equal(findFirstId('who can see my real name'), 'who-knows')
  assert.equal(findFirstId('gps location'), 'metadata')
  assert.equal(findFirstId('DARK MODE'), 'theme')
  assert.equal(findFirstId('turn on two factor'), 'two-steps')
  assert.equal(findFirstId('passkey'), 'two-steps')
  assert.equal(findFirstId('lost my phone, no code'), 'lost-phone')
})

test('tolerates a typo and other forms of a word in a Help Center search', () => {
  assert.equal(findFirstId('pasword forgot'), 'forgot')
  assert.equal(findFirstId('deleting acount'), 'delete-account')
  assert.equal(findFirstId('my uploading was interupted'), 'resume')
})

test('finds no Help Center entry for unknown words or for a search that contains only stop words', () => {
  assert.deepEqual(searchHelpEntries(entries, 'submarine'), [])
  assert.deepEqual(searchHelpEntries(entries, '  how do I  '), [])
  assert.deepEqual(searchHelpEntries(entries, '%_<script>'), [])
})

test('the Help Center has five frequently asked questions and a unique ID for every entry', () => {
  assert.equal(buildHelpFaqs(true).length, 5)
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
})
