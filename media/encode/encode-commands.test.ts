import assert from 'node:assert/strict'
import test from 'node:test'
import { buildBitrateLadderCommand, buildRemuxCommand } from './encode-commands.ts'
import { buildVideoFilterChain } from '../ffmpeg/video-filters.ts'
import { buildBitrateLadder } from './bitrate-ladder.ts'
import { buildReferenceLadderCommand } from './benchmark-baseline-command.ts'
import type { VideoSource } from '../probe/probe-video.ts'

const makeSource = (but: Partial<VideoSource> = {}): VideoSource => ({
  width: 1920,
  height: 1080,
  rotation: 0,
  square: true,
  pixelFormat: 'yuv420p',
  bitDepth: 8,
  transfer: 'sdr',
  matrix: 'bt709',
  fullRange: false,
  interlaced: false,
  demuxer: 'mov',
  bytes: 1_000_000,
  duration: 10,
  fps: 25,
  variable: false,
  codec: 'h264',
  video: 0,
  audio: { index: 1, codec: 'aac', profile: 'LC', channels: 2, sampleRate: 48_000 },
  keyframeGap: 1,
  keyframes: 10,
  remuxable: true,
  textTracks: [],
  ...but,
})
const source = makeSource()
const value = (args: string[], name: string) => args[args.indexOf(name) + 1]

test('restricts ffmpeg to the detected demuxer, the input file and the allowed decoders', () => {
  for (const args of [
    buildRemuxCommand(source, '/x'),
    buildBitrateLadderCommand(source, '/x', buildBitrateLadder(source)),
  ]) {
    assert.equal(value(args, '-f'), 'mov')
    assert.equal(value(args, '-protocol_whitelist'), 'file')
    assert.equal(value(args, '-format_whitelist'), 'mov')
    assert.ok(!value(args, '-codec_whitelist')!.includes('ffv1'))
    assert.equal(value(args, '-i'), 'file:/x')
  }
})

test('every encode command drops metadata, chapters, subtitles and data tracks', () => {
  for (const args of [
    buildRemuxCommand(source, '/x'),
    buildBitrateLadderCommand(source, '/x', buildBitrateLadder(source)),
  ]) {
    assert.equal(value(args, '-map_metadata'), '-1')
    assert.equal(value(args, '-map_chapters'), '-1')
    assert.ok(args.includes('-sn') && args.includes('-dn'))
    assert.ok(args.includes('+bitexact'))
  }
})

test('copies stereo AAC when remuxing and re-encodes any other audio', () => {
  assert.equal(value(buildRemuxCommand(source, '/x'), '-c:a'), 'copy')
  const surround = makeSource({ audio: { ...source.audio!, channels: 6 } })
  assert.equal(value(buildRemuxCommand(surround, '/x'), '-c:a'), 'aac')
})

test('decodes the source once for all rungs, and forces keyframes at the same times in every rung', () => {
  const args = buildBitrateLadderCommand(source, '/x', buildBitrateLadder(source))
  assert.equal(args.filter((word) => word === '-i').length, 1)
  assert.equal(args.filter((word) => word === 'expr:gte(t,n_forced*4)').length, 6)
  assert.match(args.at(-1)!, /1080p\/index\.m3u8\|.*144p\/index\.m3u8$/)
})

test('the reference command for benchmarks uses the same rungs and x264 settings as the encoder', () => {
  const plain = buildReferenceLadderCommand(source, '/x', '/out').join(' ')
  for (const rung of buildBitrateLadder(source))
    assert.ok(plain.includes(`-crf:v ${rung.crf} -maxrate:v ${rung.maxrate} `), rung.name)
})

test('keeps HD colours, converts SD and full-range colours, tone-maps HDR video and deinterlaces interlaced video', () => {
  const size = { width: 320, height: 180 }
  assert.doesNotMatch(buildVideoFilterChain(source, size), /matrix|range=pc|zscale|bwdif/)
  assert.match(
    buildVideoFilterChain(makeSource({ matrix: 'bt601' }), size),
    /in_color_matrix=bt601:out_color_matrix=bt709/,
  )
  assert.match(buildVideoFilterChain(makeSource({ fullRange: true }), size), /in_range=pc:out_range=tv/)
  assert.match(
    buildVideoFilterChain(makeSource({ transfer: 'pq', matrix: 'bt2020' }), size),
    /smpte2084.*tonemap/,
  )
  assert.match(buildVideoFilterChain(makeSource({ interlaced: true }), size), /^bwdif/)
})
