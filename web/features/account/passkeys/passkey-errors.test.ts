import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiCallError } from '#web/api/api-client.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { describePasskeyError } from './passkey-errors.ts'

test('shows distinct messages for cancelled, forbidden, duplicate and unknown passkey errors', () => {
  const { cancelled, known, address, cannot, other } = passkeyMessages.problems
  const textByError: Record<string, string> = {
    NotAllowedError: cancelled,
    AbortError: cancelled,
    InvalidStateError: known,
    SecurityError: address,
    ConstraintError: cannot,
    NotSupportedError: cannot,
    UnknownError: other,
  }
  for (const [name, sentence] of Object.entries(textByError))
    assert.equal(
      describePasskeyError(Object.assign(new Error('in the words of a browser'), { name })),
      sentence,
    )
  assert.equal(describePasskeyError('thrown'), other)
  const refused = new ApiCallError(429, {
    code: 'too_many_guesses',
    title: 'Too many attempts',
    detail: 'Wait a little.',
  })
  assert.equal(describePasskeyError(refused), 'Wait a little.')
})
