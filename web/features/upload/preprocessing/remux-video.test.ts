import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import type { StreamTargetChunk } from 'mediabunny'
import {
  createTestClip,
  type TestClipOptions,
  taggedClipMetadata,
} from '#tests/support/media/generated-clips.ts'
import { remuxVideo } from './remux-video.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-remux-'))
after(() => rm(folder, { recursive: true }))

/** Imitates the metadata that some cameras embed between frames: an SEI message with user data. */
const hidden = 'N48.8577 E002.2950 of SpyCam 9'

test('removes location, device, title and comment metadata, even metadata between frames', async () => {
  const tagged = await ffmpeg(
    await createTestClip(folder, { container: 'mov', metadata: taggedClipMetadata }),
    'mov',
    [
      ...`-c copy -movflags use_metadata_tags -bsf:v`.split(' '),
      `h264_metadata=sei_user_data=086f3693b7b34f2c965321492feee5b8+${hidden}`,
    ],
  )
  const secrets = [...Object.values(taggedClipMetadata), hidden, 'x264']
  const before = await readFile(tagged)
  for (const secret of secrets) assert.ok(before.includes(secret), `the clip itself should tell "${secret}"`)
  const { path, extension } = await remuxed(tagged)
  const bytes = await readFile(path)
  for (const secret of secrets) assert.equal(bytes.includes(secret), false, secret)
  assert.equal(extension, 'mp4')
  assert.ok(decoded(path) === decoded(tagged), 'the decoded frames are unchanged')
})

const cases: [name: string, options: TestClipOptions, extension: string][] = [
  ['H.264 with B-frames and AAC', { seconds: 3 }, 'mp4'],
  ['no sound', { audio: 'none' }, 'mp4'],
  ['two sound tracks, the second the default', { secondAudio: true, container: 'mkv' }, 'mp4'],
  ['turned by a phone', { container: 'mov', rotation: 90 }, 'mp4'],
  ['pixels that are not square', { pixelAspect: '4/3' }, 'mp4'],
  ['uneven frame times', { variable: true, container: 'mkv' }, 'mp4'],
  ['H.265', { codec: 'hevc' }, 'mp4'],
  ['VP9 and Opus', { codec: 'vp9', container: 'webm' }, 'webm'],
]

for (const [name, options, extension] of cases)
  test(`remuxing a video keeps every frame and audio sample: ${name}`, async () => {
    const source = await createTestClip(folder, options)
    const made = await remuxed(source)
    assert.equal(made.extension, extension)
    assert.ok(decoded(made.path) === decoded(source), 'the decoded frames are unchanged')
    assert.deepEqual(facts(made.path), facts(source))
  })

test('leaves a video unchanged if its edit list hides frames, because remuxing could reveal trimmed footage', async () => {
  const cut = await ffmpeg(await createTestClip(folder, { seconds: 4 }), 'mp4', '-c copy'.split(' '), [
    '-ss',
    '1.5',
  ])
  await remuxed(cut) // with a late start, the earlier frames are needed for decoding but stay hidden
  const bytes = await readFile(cut)
  const elst = bytes.indexOf('elst')
  bytes.writeUInt32BE(bytes.readUInt32BE(elst + 12) - 1000, elst + 12)
  await assert.rejects(
    remuxVideo({ file: new Blob([bytes]), to: new WritableStream(), onProgress() {} }),
    PreprocessingUnsupportedError,
  )
})

test('leaves unreadable video files unchanged', async () => {
  const avi = await createTestClip(folder, { codec: 'mpeg4', container: 'avi' })
  await assert.rejects(remuxed(avi), PreprocessingUnsupportedError)
})

async function remuxed(path: string) {
  const made = join(folder, `made-${Math.random()}`)
  const out = await open(made, 'w')
  const to = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => void (await out.write(data, 0, data.length, position)),
  })
  const file = await openAsBlob(path)
  const extension = await remuxVideo({ file, to, onProgress() {} }).finally(() => out.close())
  return { path: made, extension }
}

async function ffmpeg(input: string, container: string, args: string[], before: string[] = []) {
  const out = join(folder, `${Math.random()}.${container}`)
  execFileSync('ffmpeg', ['-v', 'error', ...before, '-i', input, ...args, out])
  return out
}

/**
 * Returns hashes of all decoded frames and of the audio. The frames are in the order and orientation in which
 * a player shows them. The audio hash excludes the end of the last audio frame, because the end can differ by
 * a few samples.
 */
function decoded(path: string): string {
  const hashes = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0', '-f', 'framehash', '-'])
  const lines = hashes
    .toString()
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const ofStream = (index: string) =>
    lines.filter((line) => line.split(',')[0] === index).map((line) => line.split(',').at(-1)!.trim())
  return ['0', '1', '2']
    .map((index) =>
      ofStream(index)
        .slice(0, index === '0' ? undefined : -1)
        .join(),
    )
    .join(' ')
}

/** Returns the dimensions, rotation and audio format of each track, and the default audio track. */
function facts(path: string) {
  const entries = 'stream=codec_name,codec_type,width,height,display_aspect_ratio,sample_rate,channels'
  const show = `-v error -show_entries ${entries}:stream_disposition=default:stream_side_data=rotation -of json`
  const { streams } = JSON.parse(execFileSync('ffprobe', [...show.split(' '), path]).toString()) as {
    streams: { disposition: { default: number }; display_aspect_ratio?: string }[]
  }
  const defaultIndex = streams.findLastIndex(({ disposition }) => disposition.default)
  const tracks = streams.map(({ display_aspect_ratio: shape = '1:1', ...track }) => {
    const [wide, high] = shape.split(':').map(Number) as [number, number]
    return { ...track, disposition: undefined, shape: (wide / high).toFixed(2) }
  })
  return { tracks, heard: streams.length > 2 ? defaultIndex : undefined }
}
