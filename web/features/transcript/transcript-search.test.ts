import assert from 'node:assert/strict'
import test from 'node:test'
import { searchTranscript } from './transcript-search.ts'

const find = (texts: string[], query: string) => {
  const cues = texts.map((text, at) => ({ start: at, end: at + 1, text }))
  const { byCue, cues: indexes } = searchTranscript(cues, query)
  return indexes.map((index) => byCue.get(index)!.map(([from, to]) => texts[index]!.slice(from, to)))
}

test('finds text without regard to case, accents, line breaks and the form of an apostrophe', () => {
  assert.deepEqual(find(['Où est\nl’ÉTÉ ?', 'No summer'], "est l'été"), [['est\nl’ÉTÉ']])
  assert.deepEqual(find(['¿Qué QUÉ que?'], 'que'), [['Qué', 'QUÉ', 'que']])
  assert.deepEqual(find(['🌞 straße ﬁn'], 'fin'), [['ﬁn']])
})

test('finds Arabic text with and without vowel signs, and marks the signs too', () => {
  assert.deepEqual(find(['كَتَبَ الوَلَدُ'], 'كتب الولد'), [['كَتَبَ الوَلَدُ']])
})

test('an empty query and a query that is not said have no matches', () => {
  assert.deepEqual(find(['One'], '  '), [])
  assert.deepEqual(find(['One'], 'two'), [])
})
