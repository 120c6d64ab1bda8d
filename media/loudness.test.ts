import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createTestClip, type TestClipOptions } from '#tests/support/media/generated-clips.ts'
import { measureLoudness } from './loudness.ts'
import { probeVideo } from './probe/probe-video.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-loudness-'))
after(() => rm(folder, { recursive: true }))

async function loudness(options: TestClipOptions) {
  const input = await createTestClip(folder, options)
  return measureLoudness({ source: await probeVideo(input), input })
}

test('measures the loudness of a tone, and returns null for silence and missing audio', async () => {
  // The test tone has a peak amplitude of 1/8 (-18 dBFS). Played on both channels, the tone measures -18 LUFS
  // or slightly less.
  const tone = await loudness({ seconds: 2 })
  assert.ok(tone !== null && tone > -24 && tone < -16, `${tone}`)
  assert.equal(await loudness({ audio: 'silence' }), null)
  assert.equal(await loudness({ audio: 'none' }), null)
})
