import assert from 'node:assert/strict'
import test from 'node:test'
import { getAvatarInitial } from './avatar-initial.ts'

test('returns the first letter of a name in upper case, or U for an empty name', () => {
  assert.equal(getAvatarInitial('ada@example.com'), 'A')
  assert.equal(getAvatarInitial('@zoe'), 'Z')
  assert.equal(getAvatarInitial(''), 'U')
})
