import assert from 'node:assert/strict'
import test from 'node:test'
import { buildPlaylistWithAv1, createDevice } from '#tests/support/player/av1-device.ts'
import { removeUnusableVariants } from './av1-variants.ts'

// The result of the check is kept for the whole tab, so this device is tested in a separate file.
test('a device that decodes AV1 in hardware gets it at any size', async () => {
  Object.assign(globalThis, createDevice({ isPowerEfficient: true }))
  const playlist = buildPlaylistWithAv1([240, 1080], [240, 1080])
  assert.equal(await removeUnusableVariants(playlist), playlist)
})
