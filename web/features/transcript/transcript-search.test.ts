import assert from 'node:assert/strict'
import test from 'node:test'
import { searchTranscript } from './transcript-search.ts'

const find = (texts: string[], query: string) => {
  const cues = texts.map((text, at) => ({ start: at, end: at + 1, text }))
  const { byCue, cues: indexes } = searchTranscript(cues, query)
  return indexes.map((index) => byCue.get(index)!.map(([from, to]) => texts[index]!.slice(from, to)))
}

test('ignores case, accents, line breaks and apostrophe style when searching a transcript', () => {
  assert.deepEqual(find(['Où est\nl’ÉTÉ ?', 'No summer'], "est l'été"), [['est\nl’ÉTÉ']])
  assert.deepEqual(find(['¿Qué QUÉ que?'], 'que'), [['Qué', 'QUÉ', 'que']])
  assert.deepEqual(find(['🌞 straße ﬁn'], 'fin'), [['ﬁn']])
})

test('finds Arabic text with or without vowel signs, and highlights the vowel signs too', () => {
  assert.deepEqual(find(['كَتَبَ الوَلَدُ'], 'كتب الولد'), [['كَتَبَ الوَلَدُ']])
})

test('finds no matches for an empty query or for words that nobody says in the video', () => {
  assert.deepEqual(find(['One'], '  '), [])
  assert.deepEqual(find(['One'], 'two'), [])
})
