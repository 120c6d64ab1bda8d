import assert from 'node:assert/strict'
import test from 'node:test'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { mediaRejectionMessages, formatUnsupportedCodecDetail } from '#media/media-rejection.ts'
import { translateProcessingError } from './processing-errors.ts'

test('translates every message that explains why a file was rejected', () => {
  const texts = [...Object.values(mediaRejectionMessages).flat(), formatUnsupportedCodecDetail('FFV1')]
  for (const text of texts)
    assert.match(
      runInLocale('en-XA', () => translateProcessingError(text)),
      /^\[/,
      text,
    )
})

test('does not translate codec names or error messages from earlier releases', () => {
  assert.equal(
    translateProcessingError(formatUnsupportedCodecDetail('FFV1')),
    formatUnsupportedCodecDetail('FFV1'),
  )
  assert.equal(translateProcessingError('Something else'), 'Something else')
})
