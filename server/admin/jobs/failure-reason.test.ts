import assert from 'node:assert/strict'
import test from 'node:test'
import { describeJobFailure } from './failure-reason.ts'

const reason = (message: string) => describeJobFailure('process', { message })

test('removes personal data and secrets from the error of a failed job', () => {
  const cases: [string, string][] = [
    ['another worker is processing this upload', 'another worker is processing this upload'],
    ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED [address]'],
    ['connect ECONNREFUSED fe80::1:2:3', 'connect ECONNREFUSED [address]'],
    [
      "ENOENT: no such file or directory, open '/srv/data/work/x/in'",
      "ENOENT: no such file or directory, open '[path]'",
    ],
    ['GET https://u:p@s3.example/b?X-Amz-Signature=abc failed', 'GET [link] failed'],
    ['mail to <ada.l@example.com>: rejected', 'mail to <[email]>: rejected'],
    ['item 0198c0de-1111-7000-8000-000000000000 is gone', 'item [id] is gone'],
    ['bad Authorization: Bearer', 'bad Authorization=[secret]'],
    ['duplicate key: Key (email)=(ada@example.com) exists', 'duplicate key: Key (email)=([value]) exists'],
    ['value “Ada” is too long', 'value [value] is too long'],
    ['hash q3J9x8Zk2LmN4pQ7rS1tU5vW is unknown', 'hash [secret] is unknown'],
    ['first line\n    at secret.ts', 'first line'],
  ]
  for (const [message, expected] of cases) assert.equal(reason(message), expected)
})

test('shortens long errors, and returns null if nothing is known', () => {
  assert.equal(reason('no '.repeat(100))?.length, 201)
  for (const output of [null, undefined, 'text', {}, { message: '' }, { message: 3 }])
    assert.equal(describeJobFailure('process', output), null)
})

test('shows only the codes of email errors', () => {
  assert.equal(
    describeJobFailure('send-mail', { message: 'Ada', code: 'EAUTH', responseCode: 535 }),
    'EAUTH 535',
  )
  assert.equal(describeJobFailure('send-mail', { message: 'Ada', code: 'Ada L' }), 'Email error')
})
