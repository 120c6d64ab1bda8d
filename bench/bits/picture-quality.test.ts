import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { buildBitrateLadder } from '#media/encode/bitrate-ladder.ts'
import { buildVideoFilterChain } from '#media/ffmpeg/video-filters.ts'
import { probeVideo } from '#media/probe/probe-video.ts'
import { createTestClip } from '#tests/support/media/generated-clips.ts'
import { decodeReference, measureQuality } from './picture-quality.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-picture-quality-'))
after(() => rm(folder, { recursive: true }))

test('each frame is compared with the same frame of a source that has audio and is rotated', async () => {
  const path = await createTestClip(undefined, { container: 'mov', rotation: 90, fps: 30 })
  const source = await probeVideo(path)
  const rung = buildBitrateLadder(source).at(-1)!
  const reference = await decodeReference(
    { name: 'clip', path, source },
    rung,
    rung,
    join(folder, 'reference.nut'),
  )
  const measure = async (filter: string) => {
    const encoded = join(folder, 'encoded.mp4')
    const encoder = `-vf ${filter} -an -c:v libx264 -preset veryfast -crf 4 -y`.split(' ')
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', path, ...encoder, encoded])
    return measureQuality({ metric: 'SSIM', ffmpeg: 'ffmpeg' }, reference, encoded)
  }
  const filters = buildVideoFilterChain(source, rung)
  const [same, late] = [
    await measure(filters),
    await measure(`${filters},trim=start_frame=2,setpts=PTS-STARTPTS`),
  ]
  assert.ok(same > 20, `SSIM of the same frames: ${same} dB`)
  assert.ok(late < same - 3, `SSIM of other frames: ${late} dB`)
})
