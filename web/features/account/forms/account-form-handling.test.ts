import test from 'node:test'
import assert from 'node:assert/strict'
import { signUp } from '#contract/accounts/accounts.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { ApiCallError } from '#web/api/api-client.ts'
import { validateForm, toFormFailure } from './account-form-handling.ts'

test('reports all invalid fields at once in the wording of the specification', () => {
  const age = { code: 'age_restriction', ...describeApiError('age_restriction'), field: 'age' }
  const input = { full_name: 'Ada', email: 'ada', age: 12, username: 'a b', password: '123', terms: true }
  const answer = validateForm(signUp.body!, input, { full_name: 'Ada' }, age)
  assert.deepEqual(answer?.data.fields, {
    email: 'Please enter a valid email address.',
    age: 'Only users aged 13–19 can create an account.',
    username: 'Use 3–20 characters: letters, numbers, or underscores.',
    password: 'Please use at least 6 characters.',
  })
  assert.equal(answer?.init?.status, 422)
})

test('reports no error for a valid form', () => {
  const input = {
    full_name: 'Ada',
    email: 'a@b.org',
    age: 16,
    username: 'ada',
    password: '123456',
    terms: true,
  }
  assert.equal(validateForm(signUp.body!, input, {}), null)
})

test('shows an API error at its field and keeps the submitted values', () => {
  const error = new ApiCallError(409, { code: 'username_taken', ...describeApiError('username_taken') })
  const answer = toFormFailure(error, { username: 'Ada' })
  assert.deepEqual(answer.data.fields, { username: 'Please choose another username.' })
  assert.deepEqual(answer.data.values, { username: 'Ada' })
  assert.equal(answer.init?.status, 409)
})

test('tells the user how long to wait after too many attempts', () => {
  const error = new ApiCallError(
    429,
    { code: 'too_many_requests', ...describeApiError('too_many_requests') },
    600,
  )
  assert.match(toFormFailure(error, {}).data.refused.detail, /Try again in 10 min\.$/)
})

test('rethrows errors that are not API errors', () => {
  assert.throws(() => toFormFailure(new TypeError('oops'), {}), TypeError)
})
