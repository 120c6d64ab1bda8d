import assert from 'node:assert/strict'
import test from 'node:test'
import { parseLanguageFromFileName } from './caption-file-names.ts'

test('the language of captions is read from the name of the caption file', () => {
  const tags = ['en', 'pt-BR', 'zh-Hans']
  const names = [
    'film.en.srt',
    'Film.EN.VTT',
    'film.pt-br.vtt',
    'film_zh-Hans.srt',
    'film.srt',
    'open.vtt',
    'a.xx.srt',
  ]
  assert.deepEqual(
    names.map((name) => parseLanguageFromFileName(name, tags)),
    ['en', 'en', 'pt-BR', 'zh-Hans', null, null, null],
  )
})
