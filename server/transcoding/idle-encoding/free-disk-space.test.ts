import assert from 'node:assert/strict'
import test from 'node:test'
import { loadConfig } from '#server/platform/config.ts'
import { hasFreeDiskSpace } from './free-disk-space.ts'

test('no video is encoded again when less than a tenth of the disk is free', async () => {
  loadConfig({ PUBLIC_URL: 'http://localhost' })
  assert.equal(await hasFreeDiskSpace(async () => ({ bavail: 10, blocks: 100 })), true)
  assert.equal(await hasFreeDiskSpace(async () => ({ bavail: 9, blocks: 100 })), false)
})
