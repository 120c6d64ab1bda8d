import assert from 'node:assert/strict'
import test from 'node:test'
import type { Mp4Track } from '../../mp4/tracks.ts'
import { livePartSeconds, liveTargetSeconds } from '../live-events.ts'
import { readFragmentSamples, type Sample } from './fragment-samples.ts'
import { PartCutter, type CutPart } from './part-cutter.ts'

const video: Mp4Track = {
  id: 1,
  kind: 'video',
  codec: 'avc1.42e01f',
  timescale: 1000,
  width: 640,
  height: 360,
  sampleDuration: 0,
}
const audio: Mp4Track = { ...video, id: 3, kind: 'audio', codec: 'mp4a.40.2', timescale: 48_000 }

test('starts a segment at the first keyframe after four seconds, and keeps the first two segments short', () => {
  const parts = cutAll({ fps: 30, gop: 2, seconds: 16 })
  assert.deepEqual(segmentsOf(parts), ['0 s: 2 s', '2 s: 2 s', '4 s: 4 s', '8 s: 4 s', '12 s: 4 s'])
  assert.ok(parts.every(({ partIndex, independent }) => partIndex > 0 || independent))
})

test('ends a segment early if the next keyframe would come after the target duration', () => {
  const parts = cutAll({ fps: 30, gop: 3.5, seconds: 14 })
  assert.deepEqual(segmentsOf(parts), ['0 s: 3.5 s', '3.5 s: 3.5 s', '7 s: 3.5 s', '10.5 s: 3.5 s'])
})

test('ends a segment without a keyframe if keyframes are rare, and the next one at the keyframe', () => {
  const parts = cutAll({ fps: 30, gop: 250 / 30, seconds: 16 })
  assert.deepEqual(
    segmentsOf(parts).map((segment) => segment.replace(/(\.\d)\d+/g, '$1')),
    ['0 s: 5.6 s', '5.6 s: 2.6 s', '8.3 s: 5.6 s', '14 s: 2 s'],
  )
})

test('keeps the limits of parts and segments at every frame rate and keyframe interval', () => {
  for (const fps of [1, 3, 5, 7, 10, 12.5, 15, 23.976, 25, 29.97, 30, 48, 50, 60])
    for (const gop of [1 / fps, 0.5, 1, 1.9, 2, 2.5, 3.3, 4, 5, 5.9, 7, 10]) {
      const parts = cutAll({ fps, gop, seconds: 21, jitter: 0.004 })
      for (const { duration, endsSegment } of parts) {
        assert.ok(duration <= livePartSeconds + 1e-6, `${fps} fps, ${gop} s: a part of ${duration} s`)
        assert.ok(
          duration >= 0.85 * livePartSeconds - 1e-6 || endsSegment,
          `${fps} fps, ${gop} s: a part of ${duration} s`,
        )
      }
      const longest = Math.max(...parts.map((part) => part.startTime + part.duration - part.segmentStartTime))
      assert.ok(longest <= liveTargetSeconds + 1e-6, `${fps} fps, ${gop} s: a segment of ${longest} s`)
      const total = parts.reduce((sum, { duration }) => sum + duration, 0)
      assert.ok(Math.abs(total - 21) < Math.max(0.5, 1 / fps), `${fps} fps, ${gop} s: ${total} s`)
    }
})

test('continues with parts of audio while the source sends no frames', () => {
  const cutter = new PartCutter({ video, audio }, { isSilent: false })
  const parts: CutPart[] = []
  for (let n = 0; n < 100 * 10; n += 1) {
    const second = n / 100
    if (n % 4 === 0 && (second < 2 || second >= 8)) cutter.addVideo([frame(second, n === 0)])
    cutter.addAudio([{ ...frame(0, true), decodeTime: n * 480, duration: 480 }])
    parts.push(...cutter.takeParts())
  }
  assert.ok(parts.every(({ duration }) => duration <= livePartSeconds + 1e-6))
  assert.ok(parts.at(-1)!.startTime > 9)
  assert.ok(parts.every(({ byteLength }) => byteLength > 8 + 16 + 8))
})

test('replaces audio that has stopped with silence', () => {
  const cutter = new PartCutter({ video, audio }, { isSilent: false })
  cutter.addAudio([{ ...frame(0, true), decodeTime: 0, duration: 1024 }])
  cutter.addVideo(Array.from({ length: 90 }, (_, n) => frame(n / 30, n % 60 === 0)))
  const parts = [...cutter.takeParts()]
  assert.equal(parts.length, 5)
  const end = parts.at(-1)!.startTime + parts.at(-1)!.duration
  const samples = parts.flatMap(({ bytes }) => {
    const moofLength = bytes.readUInt32BE(0)
    return readFragmentSamples(bytes.subarray(0, moofLength), bytes.subarray(moofLength), audio)
  })
  assert.deepEqual(
    samples.map(({ decodeTime }) => decodeTime),
    Array.from({ length: Math.ceil((end * 48_000) / 1024) }, (_, n) => n * 1024),
  )
})

function cutAll(source: { fps: number; gop: number; seconds: number; jitter?: number }): CutPart[] {
  const { fps, gop, seconds, jitter = 0 } = source
  const cutter = new PartCutter({ video, audio }, { isSilent: true })
  const parts: CutPart[] = []
  let nextKeyframe = 0
  for (let n = 0; n < Math.round(fps * seconds); n += 1) {
    const time = n / fps + jitter * ((n * 7) % 5 === 0 ? 0 : 1)
    const isKeyframe = n / fps >= nextKeyframe - 1e-9
    if (isKeyframe) nextKeyframe += gop
    cutter.addVideo([{ ...frame(time, isKeyframe), duration: Math.round(1000 / fps) }])
    parts.push(...cutter.takeParts())
  }
  return [...parts, ...cutter.takeRemainingParts()]
}

function segmentsOf(parts: readonly CutPart[]) {
  const ends = parts.filter(({ endsSegment }) => endsSegment)
  const seconds = (value: number) => `${Number(value.toFixed(2))} s`
  return ends.map(
    ({ segmentStartTime, startTime, duration }) =>
      `${seconds(segmentStartTime)}: ${seconds(startTime + duration - segmentStartTime)}`,
  )
}

function frame(time: number, isKeyframe: boolean): Sample {
  return {
    decodeTime: Math.round(time * 1000),
    duration: 33,
    compositionOffset: 0,
    isKeyframe,
    bytes: Buffer.alloc(10),
  }
}
