import assert from 'node:assert/strict'
import test from 'node:test'
import { hasWantedVersions } from './npm-packages.mjs'

const lock = {
  '': { version: '1.0.0' },
  'node_modules/server': { version: '2.0.0' },
  'node_modules/other-platform': { version: '2.0.0', optional: true },
  'node_modules/test-runner': { version: '3.0.0', dev: true },
}
const production = { 'node_modules/server': { version: '2.0.0' } }

test('a site that was installed without development packages is complete, but tests need them', () => {
  assert.equal(hasWantedVersions(lock, production, { testing: false }), true)
  assert.equal(hasWantedVersions(lock, production, { testing: true }), false)
  const withDev = { ...production, 'node_modules/test-runner': { version: '3.0.0' } }
  assert.equal(hasWantedVersions(lock, withDev, { testing: true }), true)
})

test('a package that is missing or has another version is installed again', () => {
  assert.equal(hasWantedVersions(lock, {}, { testing: false }), false)
  const outdated = { 'node_modules/server': { version: '1.9.0' } }
  assert.equal(hasWantedVersions(lock, outdated, { testing: false }), false)
})
