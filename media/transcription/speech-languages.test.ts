import assert from 'node:assert/strict'
import test from 'node:test'
import { findSpeechLanguage } from './speech-languages.ts'

test('finds the language code of whisper.cpp for a language tag', () => {
  const tags = ['es-419', 'zh-Hant', 'nb', 'fil', 'en', 'ga', null]
  assert.deepEqual(tags.map(findSpeechLanguage), ['es', 'zh', 'no', 'tl', 'en', null, null])
})
