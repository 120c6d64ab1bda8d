import assert from 'node:assert/strict'
import test from 'node:test'
import { topics } from '#web/words/help-topics.ts'
import { faqs } from '#web/words/help.ts'
import { find } from './find.ts'

const entries = [...faqs(false), ...topics.flatMap((topic) => topic.entries)]
const first = (query: string) => find(entries, query)[0]?.id

test('the Help Center finds what people ask for, in their own words', () => {
  assert.equal(first('forgot password'), 'forgot')
  assert.equal(first('how do i delete my account'), 'delete-account')
  assert.equal(first('buffering'), 'stutters')
  assert.equal(first('keyboard shortcuts'), 'keys')
  assert.equal(first('who can see my real name'), 'who-knows')
  assert.equal(first('gps location'), 'metadata')
  assert.equal(first('DARK MODE'), 'theme')
  assert.equal(first('turn on two factor'), 'two-steps')
  assert.equal(first('passkey'), 'two-steps')
  assert.equal(first('lost my phone, no code'), 'lost-phone')
})

test('a slip of the finger and another form of the word still find it', () => {
  assert.equal(first('pasword forgot'), 'forgot')
  assert.equal(first('deleting acount'), 'delete-account')
  assert.equal(first('my uploading was interupted'), 'resume')
})

test('what is not there is not found, and small words alone find nothing', () => {
  assert.deepEqual(find(entries, 'submarine'), [])
  assert.deepEqual(find(entries, '  how do I  '), [])
  assert.deepEqual(find(entries, '%_<script>'), [])
})

test('five questions are asked most often, and every entry has an address of its own', () => {
  assert.equal(faqs(true).length, 5)
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
})
