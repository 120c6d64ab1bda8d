import assert from 'node:assert/strict'
import test from 'node:test'
import { bytes } from './bytes.ts'

test('bytes read in three digits at most, counted in 1024s', () => {
  assert.equal(bytes(0), '0 B')
  assert.equal(bytes(812 * 1024), '812 KB')
  assert.equal(bytes(14.23 * 1024 ** 2), '14.2 MB')
  assert.equal(bytes(300 * 1024 ** 2), '300 MB')
  assert.equal(bytes(1.456 * 1024 ** 3), '1.46 GB')
  assert.equal(bytes(2900 * 1024 ** 3), '2900 GB')
})

test('a value just under the next unit moves up instead of reading 1024', () => {
  assert.equal(bytes(1024 ** 2 - 1), '1 MB')
})
