import assert from 'node:assert/strict'
import test from 'node:test'
import {
  buildPlaylistWithAv1,
  createDevice,
  masterPlaylistAddress,
} from '#tests/support/player/av1-device.ts'
import { chooseInitialRenditionUrls } from '../bandwidth.ts'

// The device is checked when the module is loaded, and the result is kept for the whole tab, so this device has a
// file of its own.
test('a device that decodes AV1 in hardware gets it at any size', async () => {
  Object.assign(globalThis, createDevice({ isPowerEfficient: true }))
  const renditions = [
    { bandwidth: 150_000, urls: ['h264'] },
    { bandwidth: 100_000, urls: ['av1'], av1: { av1: 1080, video: 1080 } },
  ]
  assert.deepEqual(chooseInitialRenditionUrls(renditions, null), ['h264'], 'the device is not checked yet')
  const { removeUnusableVariants } = await import('./av1-variants.ts')
  const playlist = buildPlaylistWithAv1([240, 1080], [240, 1080])
  assert.equal(await removeUnusableVariants(playlist, masterPlaylistAddress, undefined), playlist)
  assert.deepEqual(chooseInitialRenditionUrls(renditions, null), ['av1'])
})
