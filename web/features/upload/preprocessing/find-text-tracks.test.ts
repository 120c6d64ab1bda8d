import assert from 'node:assert/strict'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { createTextTrackClip } from '#tests/support/media/text-track-clips.ts'
import { hasTextTracks } from './find-text-tracks.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-find-tracks-'))
after(() => rm(folder, { recursive: true }))

const text = '1\n00:00:00,500 --> 00:00:01,000\nHello\n'

for (const [container, codec] of [
  ['mp4', 'mov_text'],
  ['mov', 'mov_text'],
  ['mkv', 'srt'],
  ['mkv', 'ass'],
] as const)
  test(`finds a text track in a ${container} file (${codec}), and none in a file without one`, async () => {
    const path = await createTextTrackClip(folder, container, [{ text, codec, language: 'eng' }])
    assert.equal(await hasTextTracks(await openAsBlob(path)), true)
    const plain = await createTestClip(folder, { container })
    assert.equal(await hasTextTracks(await openAsBlob(plain)), false)
  })

test('finds no text tracks in damaged files', async () => {
  const ebml = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 0xff, 0, 0, 0, 0, 0, 0, 0, 0])
  for (const bytes of [new Uint8Array(0), new Uint8Array(64), new Uint8Array(64).fill(255), ebml])
    assert.equal(await hasTextTracks(new Blob([bytes])), false)
})
