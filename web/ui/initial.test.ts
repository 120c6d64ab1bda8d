import assert from 'node:assert/strict'
import test from 'node:test'
import { initialOf } from './initial.ts'

test('without a picture an avatar shows the first letter in upper case, or U', () => {
  assert.equal(initialOf('ada@example.com'), 'A')
  assert.equal(initialOf('@zoe'), 'Z')
  assert.equal(initialOf(''), 'U')
})
