import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createLiveSource } from '#tests/support/media/live-sources.ts'
import { LiveSourceRejectedError } from '../live-source-rejection.ts'
import { FlvReader } from './flv-reader.ts'
import { MatroskaReader } from './matroska-reader.ts'
import type { SourceFrame, SourceReader } from './source-reader.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-readers-'))
after(() => rm(folder, { recursive: true }))

const readers = { matroska: MatroskaReader, flv: FlvReader }

// Create all sources before the first test: at a top-level `await`, the test runner would already start the
// tests that are registered so far.
const sources = { matroska: await createSource('matroska'), flv: await createSource('flv') }

for (const container of ['matroska', 'flv'] as const) {
  const bytes = sources[container]

  test(`reads the frames of ${container}, however its bytes are cut`, () => {
    const reader = new readers[container]()
    const whole = reader.read(bytes)
    const video = whole.filter(({ kind }) => kind === 'video')
    assert.equal(video.length, 60)
    assert.deepEqual(
      video.flatMap(({ isKeyframe }, n) => (isKeyframe ? [n] : [])),
      [0, 30],
    )
    assert.equal(reader.tracks?.hasAudio, true)
    for (const size of [1, 7, 100, 4096]) {
      const other = new readers[container]()
      assert.deepEqual(readInChunks(other, bytes, size), whole)
      assert.deepEqual(other.tracks?.header, reader.tracks?.header)
    }
  })

  test(`continues ${container} at the offset of a keyframe`, () => {
    const reader = new readers[container]()
    const whole = reader.read(bytes)
    const second = whole.findLast(({ isKeyframe, kind }) => isKeyframe && kind === 'video')!
    const resumed = new readers[container](second.offset)
    const frames = resumed.read(Buffer.concat([reader.tracks!.header, bytes.subarray(second.offset)]))
    const expected = whole.filter(({ offset }) => offset >= second.offset)
    assert.deepEqual(frames, expected)
    assert.deepEqual(resumed.tracks?.header, reader.tracks?.header)
  })

  test(`damaged ${container} is either read or rejected`, () => {
    for (let at = 0; at < 3000; at += 1) {
      const damaged = Buffer.from(bytes)
      damaged[(at * 7919) % damaged.length] = (at * 31) % 256
      damaged[at % 700] = (at * 17) % 256
      try {
        new readers[container]().read(damaged)
      } catch (error) {
        if (!(error instanceof LiveSourceRejectedError)) throw error
      }
    }
  })
}

async function createSource(container: 'matroska' | 'flv') {
  const path = join(folder, container)
  return readFile(await createLiveSource(path, { container, seconds: 2, keyframes: 1, size: '64x64' }))
}

function readInChunks(reader: SourceReader, bytes: Buffer, size: number) {
  const frames: SourceFrame[] = []
  for (let at = 0; at < bytes.length; at += size) frames.push(...reader.read(bytes.subarray(at, at + size)))
  return frames
}
