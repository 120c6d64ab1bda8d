import assert from 'node:assert/strict'
import test from 'node:test'
import { formatBytes } from './format-bytes.ts'

test('formats byte counts as B, KB, MB or GB (1 KB is 1,024 bytes), usually with three digits', () => {
  assert.equal(formatBytes(0), '0 B')
  assert.equal(formatBytes(812 * 1024), '812 KB')
  assert.equal(formatBytes(14.23 * 1024 ** 2), '14.2 MB')
  assert.equal(formatBytes(300 * 1024 ** 2), '300 MB')
  assert.equal(formatBytes(1.456 * 1024 ** 3), '1.46 GB')
  assert.equal(formatBytes(2900 * 1024 ** 3), '2900 GB')
})

test('formats 1,048,575 bytes as 1 MB, not as 1,024 KB', () => {
  assert.equal(formatBytes(1024 ** 2 - 1), '1 MB')
  assert.equal(formatBytes(1023.6 * 1024), '1 MB')
  assert.equal(formatBytes(1023.4 * 1024), '1023 KB')
  assert.equal(formatBytes(1023.6 * 1024 ** 2), '1 GB')
})
