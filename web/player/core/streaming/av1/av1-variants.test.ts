import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import {
  buildPlaylistWithAv1,
  createDevice,
  masterPlaylistAddress,
} from '#tests/support/player/av1-device.ts'
import { disableAv1 } from './av1-support.ts'
import { recordBandwidth } from '../bandwidth.ts'
import { chooseStartUrls, removeUnusableVariants } from './av1-variants.ts'

beforeEach(() => Object.assign(globalThis, createDevice()))

const hd = buildPlaylistWithAv1([240, 720], [240, 720])
const fullHd = buildPlaylistWithAv1([240, 720, 1080], [240, 720, 1080])
const withoutAv1 = buildPlaylistWithAv1([240, 720], [])

test('a device without AV1 gets only H.264', async () => {
  Object.assign(globalThis, createDevice({ isSupported: false }))
  assert.equal(await removeUnusableVariants(hd), withoutAv1)
})

test('a device that decodes AV1 in software gets it up to 720p', async () => {
  assert.equal(await removeUnusableVariants(hd), hd)
  assert.equal(await removeUnusableVariants(fullHd), buildPlaylistWithAv1([240, 720, 1080], []))
})

test('AV1 is not used if a better H.264 rendition exists and the screen can show it', async () => {
  const small = buildPlaylistWithAv1([240, 720], [240, 360])
  assert.equal(await removeUnusableVariants(small), withoutAv1)
  Object.assign(globalThis, createDevice({ screenHeight: 360 }))
  assert.equal(await removeUnusableVariants(small), small)
})

test('playback starts with a moderate quality in the codec that the device plays', () => {
  const start = (playlist: string) => chooseStartUrls(playlist, masterPlaylistAddress)
  recordBandwidth(3_000_000)
  const folder = 'https://example.org/media/p1/1/240p-av1-1'
  assert.deepEqual(start(hd), [`${folder}/index.m3u8`, `${folder}/init.mp4`, `${folder}/seg_00001.m4s`])
  assert.match(start(buildPlaylistWithAv1([240, 480], [240, 480]))[0]!, /480p-av1-1/)
  assert.match(start(withoutAv1)[0]!, /240p\/index/)
})

test('after a decoding error, no other video in this tab uses AV1', async () => {
  disableAv1()
  assert.equal(await removeUnusableVariants(hd), withoutAv1)
})
