import assert from 'node:assert/strict'
import test from 'node:test'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { mediaRejectionMessages, unsupportedCodecDetail } from '#media/media-rejection.ts'
import { translateProcessingError } from './processing-errors.ts'

test('translates every reason for which a file is rejected', () => {
  const texts = [...Object.values(mediaRejectionMessages).flat(), unsupportedCodecDetail('FFV1')]
  for (const text of texts)
    assert.match(
      runInLocale('en-XA', () => translateProcessingError(text)),
      /^\[/,
      text,
    )
})

test('keeps the name of a codec, and texts of earlier releases', () => {
  assert.equal(translateProcessingError(unsupportedCodecDetail('FFV1')), unsupportedCodecDetail('FFV1'))
  assert.equal(translateProcessingError('Something else'), 'Something else')
})
