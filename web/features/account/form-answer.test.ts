import test from 'node:test'
import assert from 'node:assert/strict'
import { signUp } from '#contract/accounts.ts'
import { refusal } from '#contract/refusals.ts'
import { CallError } from '#web/api/call.ts'
import { refusedFields, refusedForm } from './form-answer.ts'

test('a form learns everything that is wrong at once, in the words of the specification', () => {
  const age = { code: 'age_restriction', ...refusal('age_restriction'), field: 'age' }
  const input = { full_name: 'Ada', email: 'ada', age: 12, username: 'a b', password: '123', terms: true }
  const answer = refusedFields(signUp.body!, input, { full_name: 'Ada' }, age)
  assert.deepEqual(answer?.data.fields, {
    email: 'Please enter a valid email address.',
    age: 'Only users aged 13–19 can create an account.',
    username: 'Use 3–20 characters: letters, numbers, or underscores.',
    password: 'Please use at least 6 characters.',
  })
  assert.equal(answer?.init?.status, 422)
})

test('a form without fault goes on to the API', () => {
  const input = {
    full_name: 'Ada',
    email: 'a@b.org',
    age: 16,
    username: 'ada',
    password: '123456',
    terms: true,
  }
  assert.equal(refusedFields(signUp.body!, input, {}), null)
})

test('a refusal of the API lands at its field and keeps what was typed', () => {
  const error = new CallError(409, { code: 'username_taken', ...refusal('username_taken') })
  const answer = refusedForm(error, { username: 'Ada' })
  assert.deepEqual(answer.data.fields, { username: 'Please choose another username.' })
  assert.deepEqual(answer.data.values, { username: 'Ada' })
  assert.equal(answer.init?.status, 409)
})

test('who must wait is told how long', () => {
  const error = new CallError(429, { code: 'too_many_requests', ...refusal('too_many_requests') }, 600)
  assert.match(refusedForm(error, {}).data.refused.detail, /Try again in 10 min\.$/)
})

test('a bug is not dressed up as a refusal', () => {
  assert.throws(() => refusedForm(new TypeError('oops'), {}), TypeError)
})
