import assert from 'node:assert/strict'
import test from 'node:test'
import { CallError } from '#web/api/call.ts'
import { words } from '#web/words/passkeys.ts'
import { troubleIn } from './trouble.ts'

test('cancelled, not allowed here, already there: each has a sentence of its own; what is unknown has one, too', () => {
  const { cancelled, known, address, cannot, other } = words.problems
  const said: Record<string, string> = {
    NotAllowedError: cancelled,
    AbortError: cancelled,
    InvalidStateError: known,
    SecurityError: address,
    ConstraintError: cannot,
    NotSupportedError: cannot,
    UnknownError: other,
  }
  for (const [name, sentence] of Object.entries(said))
    assert.equal(troubleIn(Object.assign(new Error('in the words of a browser'), { name })), sentence)
  assert.equal(troubleIn('thrown'), other)
  const refused = new CallError(429, {
    code: 'too_many_guesses',
    title: 'Take a break',
    detail: 'Wait a little.',
  })
  assert.equal(troubleIn(refused), 'Wait a little.')
})
