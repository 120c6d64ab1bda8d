import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { cleanCueText } from './clean-cue-text.ts'
import { parseCueTextFromEditor, formatCueTextForEditor } from './editable-cue-text.ts'

test('the caption editor shows allowed tags, and shows characters instead of character references', () => {
  assert.equal(
    formatCueTextForEditor(['<v Ann>Fish &amp; chips</v>', '<i>I &lt;3 you</i>']),
    '<v Ann>Fish & chips</v>\n<i>I <3 you</i>',
  )
  assert.deepEqual(parseCueTextFromEditor('<v Ann>Fish & chips</v>\n<i>I <3 you'), [
    '<v Ann>Fish &amp; chips</v>',
    '<i>I &lt;3 you</i>',
  ])
})

test('the caption editor keeps unknown tags as plain text', () => {
  assert.deepEqual(parseCueTextFromEditor('<door slams>'), ['&lt;door slams&gt;'])
  assert.deepEqual(parseCueTextFromEditor('<script>alert(1)</script>'), [
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
  assert.deepEqual(parseCueTextFromEditor('a --> b'), ['a --&gt; b'])
  assert.deepEqual(parseCueTextFromEditor('a\n\n  \nb'), ['a', 'b'])
})

test('opening stored captions in the editor and saving them again does not change them', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '&',
    'lt;',
    '&amp;',
    'b',
    '<b>',
    '</b>',
    '<v Ann>',
    '</v>',
    '<x>',
    ' ',
    'á',
    '\n',
  )
  const raw = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(raw, (text) => {
      const stored = cleanCueText(text.split('\n'), 'srt')
      const shown = formatCueTextForEditor(stored)
      assert.deepEqual(parseCueTextFromEditor(shown), stored, shown)
    }),
    { numRuns: 3000 },
  )
})
