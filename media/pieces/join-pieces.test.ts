import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { createNumberedClip, readFrameNumbers } from '#tests/support/media/numbered-frames.ts'
import { buildBitrateLadder } from '../encode/bitrate-ladder.ts'
import { encodeRemainingRenditions } from '../encode/encode.ts'
import { streamRenditionBytes, type Rendition } from '../hls/rendition.ts'
import { probeVideo, type VideoSource } from '../probe/probe-video.ts'
import { encodePiece, encodePieceAudio } from './encode-piece.ts'
import { listAudioBitrates } from './piece-commands.ts'
import { joinPieces, makeAudioRendition } from './join-pieces.ts'
import { planPieces } from './plan-pieces.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-pieces-'))
after(() => rm(folder, { recursive: true }))

/** Encodes the video in pieces of two segments, which are encoded in reverse order, and joins them. */
async function encodeInPieces(
  source: VideoSource,
  input: string,
): Promise<{ out: string; made: Rendition[] }> {
  const out = await mkdtemp(join(folder, 'pieces-'))
  const rungs = buildBitrateLadder(source)
  const pieces = planPieces(source, 2)
  assert.ok(pieces.length >= 2)
  for (const piece of pieces.toReversed()) {
    await mkdir(join(out, `${piece.firstSegment}`))
    await encodePiece({ source, input, out: join(out, `${piece.firstSegment}`), rungs, piece })
  }
  for (const bitrate of listAudioBitrates(rungs)) await encodePieceAudio({ source, input, out }, bitrate)
  const made: Rendition[] = []
  for (const { name, audioBitrate } of rungs) {
    const paths = pieces.map(({ firstSegment }) => join(out, `${firstSegment}`, `${name}.mp4`))
    const audio = join(out, `audio_${audioBitrate}.mp4`)
    made.push(await joinPieces({ source, out, audio }, name, iterate(paths)))
  }
  made.push((await makeAudioRendition({ source, out, audio: join(out, 'audio_64000.mp4') }))!)
  return { out, made }
}

async function* iterate<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

async function readRenditionBytes(out: string, rendition: Rendition): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(streamRenditionBytes(out, rendition)))
}

/** Lists the packets of a track: their times, and for audio also their content. */
function listPackets(rendition: Buffer, track: 'v' | 'a'): string[] {
  const entries = track === 'v' ? 'pts,dts,duration' : 'pts,dts,duration,data_hash'
  const args = `-v error -select_streams ${track} -show_entries packet=${entries} -show_data_hash md5 -of csv=p=0 -f mov -i pipe:0`
  return execFileSync('ffprobe', args.split(' '), { input: rendition, maxBuffer: 2 ** 30 })
    .toString()
    .trim()
    .split('\n')
}

const dropFrames = ['-vf', "select='not(mod(n,5))+lt(mod(n,17),6)'", '-fps_mode', 'vfr']

const clips = {
  '25 fps': { rate: '25', seconds: 21 },
  '30 fps': { rate: '30', seconds: 17 },
  '29.97 fps': { rate: '30000/1001', seconds: 21 },
  '60 fps': { rate: '60', seconds: 17 },
  'a variable frame rate': { rate: '30', seconds: 21, output: dropFrames },
  'a first timestamp other than 0': {
    rate: '25',
    seconds: 17,
    output: ['-output_ts_offset', '7.31', '-f', 'matroska'],
  },
}

for (const [name, clip] of Object.entries(clips))
  test(`joins pieces to the same frames, segments and audio as one run, with ${name}`, async () => {
    const input = join(folder, `${name.replaceAll(/\W/g, '-')}.mp4`)
    await createNumberedClip(input, clip)
    const source = await probeVideo(input)
    const whole = await mkdtemp(join(folder, 'whole-'))
    const done = { name: 'source' } as Rendition
    const expected = await encodeRemainingRenditions({ source, input, out: whole, done })
    const { out, made } = await encodeInPieces(source, input)
    assert.deepEqual(
      made.map((rendition) => [rendition.name, rendition.codecs, rendition.segments, rendition.independent]),
      expected.map((rendition) => [
        rendition.name,
        rendition.codecs,
        rendition.segments,
        rendition.independent,
      ]),
    )
    for (const [i, rendition] of expected.entries()) {
      const [one, joined] = [
        await readRenditionBytes(whole, rendition),
        await readRenditionBytes(out, made[i]!),
      ]
      assert.deepEqual(listPackets(joined, 'a'), listPackets(one, 'a'))
      if (rendition.name === 'audio') continue
      assert.deepEqual(listPackets(joined, 'v'), listPackets(one, 'v'))
      const numbers = await readFrameNumbers(joined)
      assert.deepEqual(numbers, await readFrameNumbers(one))
      // The other clips have frames that one run also drops or shows twice.
      const step = source.fps / rendition.frame_rate
      if (!('output' in clip))
        assert.deepEqual(
          numbers,
          numbers.map((_, frame) => Math.round(frame * step)),
        )
      const playlist = `${rendition.name}/index.m3u8`
      assert.equal(await readFile(join(out, playlist), 'utf8'), await readFile(join(whole, playlist), 'utf8'))
    }
  })
