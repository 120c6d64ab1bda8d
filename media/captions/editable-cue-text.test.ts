import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { cleanCueText } from './clean-cue-text.ts'
import { parseCueTextFromEditor, formatCueTextForEditor } from './editable-cue-text.ts'

test('the editor shows characters instead of references, and the tags that captions may have', () => {
  assert.equal(
    formatCueTextForEditor(['<v Ann>Fish &amp; chips</v>', '<i>I &lt;3 you</i>']),
    '<v Ann>Fish & chips</v>\n<i>I <3 you</i>',
  )
  assert.deepEqual(parseCueTextFromEditor('<v Ann>Fish & chips</v>\n<i>I <3 you'), [
    '<v Ann>Fish &amp; chips</v>',
    '<i>I &lt;3 you</i>',
  ])
})

test('text that looks like an unknown tag is kept as text', () => {
  assert.deepEqual(parseCueTextFromEditor('<door slams>'), ['&lt;door slams&gt;'])
  assert.deepEqual(parseCueTextFromEditor('<script>alert(1)</script>'), [
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
  assert.deepEqual(parseCueTextFromEditor('a --> b'), ['a --&gt; b'])
  assert.deepEqual(parseCueTextFromEditor('a\n\n  \nb'), ['a', 'b'])
})

test('what the editor shows of stored captions is stored unchanged again', () => {
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
