import assert from 'node:assert/strict'
import test, { beforeEach } from 'node:test'
import {
  buildPlaylistWithAv1,
  createDevice,
  masterPlaylistAddress,
} from '#tests/support/player/av1-device.ts'
import { disableAv1 } from './av1-support.ts'
import { removeUnusableVariants } from './av1-variants.ts'
import { chooseInitialRenditionUrls } from '../bandwidth.ts'

beforeEach(() => Object.assign(globalThis, createDevice()))

const hd = buildPlaylistWithAv1([240, 720], [240, 720])
const fullHd = buildPlaylistWithAv1([240, 720, 1080], [240, 720, 1080])
const withoutAv1 = buildPlaylistWithAv1([240, 720], [])
const filter = (playlist: string, start?: string) =>
  removeUnusableVariants(playlist, masterPlaylistAddress, start)

test('a device without AV1 gets only H.264', async () => {
  Object.assign(globalThis, createDevice({ isSupported: false }))
  assert.equal(await filter(hd), withoutAv1)
})

test('a device that decodes AV1 in software gets it up to 720p', async () => {
  assert.equal(await filter(hd), hd)
  assert.equal(await filter(fullHd), buildPlaylistWithAv1([240, 720, 1080], []))
})

test('playback stays with the codec of the rendition that was prefetched', async () => {
  assert.equal(await filter(hd, '/media/p1/1/240p/index.m3u8'), withoutAv1)
  assert.equal(await filter(hd, '/media/p1/1/240p-av1-1/index.m3u8'), hd)
})

test('AV1 is not used if a better H.264 rendition exists and the screen can show it', async () => {
  const small = buildPlaylistWithAv1([240, 720], [240, 360])
  assert.equal(await filter(small), withoutAv1)
  Object.assign(globalThis, createDevice({ screenHeight: 360 }))
  assert.equal(await filter(small), small)
})

const renditions = [
  { bandwidth: 150_000, urls: ['144p'] },
  { bandwidth: 1_200_000, urls: ['480p'] },
  { bandwidth: 100_000, urls: ['144p-av1'], av1: { av1: 720, video: 720 } },
  { bandwidth: 600_000, urls: ['480p-av1'], av1: { av1: 720, video: 720 } },
]

test('playback starts in AV1 only on devices that play the whole video in AV1', () => {
  assert.deepEqual(chooseInitialRenditionUrls(renditions, 1_000_000), ['480p-av1'])
  assert.deepEqual(chooseInitialRenditionUrls(renditions, null), ['144p-av1'])
  Object.assign(globalThis, createDevice({ isSupported: false }))
  assert.deepEqual(chooseInitialRenditionUrls(renditions, 1_000_000), ['144p'])
})

test('after a decoding error, no other video in this tab uses AV1', async () => {
  disableAv1()
  assert.equal(await filter(hd), withoutAv1)
  assert.deepEqual(chooseInitialRenditionUrls(renditions, null), ['144p'])
})
