import assert from 'node:assert/strict'
import test from 'node:test'
import { formatBytes } from './format-bytes.ts'

test('shows bytes with at most three digits and units of 1024', () => {
  assert.equal(formatBytes(0), '0 B')
  assert.equal(formatBytes(812 * 1024), '812 KB')
  assert.equal(formatBytes(14.23 * 1024 ** 2), '14.2 MB')
  assert.equal(formatBytes(300 * 1024 ** 2), '300 MB')
  assert.equal(formatBytes(1.456 * 1024 ** 3), '1.46 GB')
  assert.equal(formatBytes(2900 * 1024 ** 3), '2900 GB')
})

test('rounds a value just below the next unit up to it instead of showing 1024', () => {
  assert.equal(formatBytes(1024 ** 2 - 1), '1 MB')
})
