import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { describe, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { waitUntil } from '#tests/support/async/wait-until.ts'
import { startRtmpTestServer } from '#tests/support/servers/rtmp-test-server.ts'
import type { FlvPiece } from './flv/flv-piece-builder.ts'

const run = promisify(execFile)

// The tests run concurrently, because ffmpeg sends in real time and most of the time is spent waiting.
describe('RTMP server with ffmpeg', { concurrency: true }, () => {
  test('receives every frame of a broadcast in 250 ms pieces, and starts a new piece at each keyframe', async (t) => {
    const server = await startRtmpTestServer(t)
    const result = await pushWithFfmpeg(server.url(), { seconds: 2 }).exit
    assert.deepEqual(result, { code: 0, errors: '' })
    const { attempt, pieces, ended } = await server.firstBroadcast()
    assert.equal(await ended, 'unpublished')
    assert.equal(attempt.app, 'live')
    assert.equal(attempt.remoteAddress, '127.0.0.1')
    assert.deepEqual(await probeFlv(t, joinPieces(pieces)), {
      errors: '',
      streams: [
        { codec_name: 'h264', nb_read_frames: '60' },
        // ffmpeg's AAC encoder adds one frame of priming.
        { codec_name: 'aac', nb_read_frames: String(Math.ceil((2 * 44_100) / 1024) + 1) },
      ],
    })

    assert.ok(pieces.length >= 8 && pieces.length <= 10, `${pieces.length} pieces`)
    // The clip has a keyframe every second.
    const keyframes = pieces.filter(({ startsWithKeyframe }) => startsWithKeyframe)
    assert.deepEqual(
      keyframes.map(({ startMs }) => Math.round(startMs / 1000)),
      [0, 1],
    )
    assert.ok(pieces[0]!.headerLength > 100)
    assert.ok(pieces.slice(1).every(({ headerLength }) => headerLength === 0))
    // A decoder can start with the header and any keyframe.
    const header = pieces[0]!.bytes.subarray(0, pieces[0]!.headerLength)
    const secondHalf = joinPieces(pieces.slice(pieces.indexOf(keyframes[1]!)))
    const probe = await probeFlv(t, Buffer.concat([header, secondHalf]))
    assert.deepEqual([probe.errors, probe.streams[0]?.nb_read_frames], ['', '30'])
    assert.deepEqual(server.errors, [])
  })

  test('receives a broadcast without sound', async (t) => {
    const server = await startRtmpTestServer(t)
    assert.equal((await pushWithFfmpeg(server.url(), { seconds: 1, audio: [] }).exit).code, 0)
    const { pieces, ended } = await server.firstBroadcast()
    await ended
    assert.deepEqual(await probeFlv(t, joinPieces(pieces)), {
      errors: '',
      streams: [{ codec_name: 'h264', nb_read_frames: '30' }],
    })
  })

  test('refuses an unknown stream key with a text that ffmpeg prints', async (t) => {
    const server = await startRtmpTestServer(t)
    const { code, errors } = await pushWithFfmpeg(server.url('wrong-key')).exit
    assert.notEqual(code, 0)
    assert.match(errors, /Server error: Unknown stream key\./)
    assert.deepEqual(await server.endReasons(), ['refused'])
    const logged = JSON.stringify([server.logLines, server.errors])
    assert.doesNotMatch(logged, /wrong-key|127\.0\.0\.1/)
  })

  test('refuses a second broadcast with the same key and continues the first one', async (t) => {
    const server = await startRtmpTestServer(t)
    const first = pushWithFfmpeg(server.url(), { seconds: 60 })
    const { attempt, pieces, ended } = await server.firstBroadcast()
    await waitUntil(() => pieces.length > 0)
    const second = await pushWithFfmpeg(server.url()).exit
    assert.notEqual(second.code, 0)
    assert.match(second.errors, /Server error: You are already live\./)
    const received = pieces.length
    await waitUntil(() => pieces.length > received)
    attempt.stop('This broadcast was stopped.')
    await first.exit
    assert.equal(await ended, 'stopped')
  })

  test('stop ends ffmpeg, and no byte reaches the sink after it', async (t) => {
    const server = await startRtmpTestServer(t)
    const ffmpeg = pushWithFfmpeg(server.url(), { seconds: 60 })
    const { attempt, pieces, ended } = await server.firstBroadcast()
    await waitUntil(() => pieces.length > 2)
    attempt.stop('A moderator ended this broadcast.')
    const received = pieces.length
    assert.equal(await ended, 'stopped')
    const { code, errors } = await ffmpeg.exit
    assert.notEqual(code, 0)
    assert.match(errors, /Server error: A moderator ended this broadcast\./)
    assert.equal(pieces.length, received)
  })

  test('reports that an encoder was killed', async (t) => {
    const server = await startRtmpTestServer(t)
    const ffmpeg = pushWithFfmpeg(server.url(), { seconds: 60 })
    const { pieces, ended } = await server.firstBroadcast()
    await waitUntil(() => pieces.length > 0)
    ffmpeg.kill()
    assert.equal(await ended, 'connection_closed')
  })

  for (const { name, codecs, text } of [
    { name: 'MP3 sound', codecs: { audio: ['libmp3lame'] }, text: /accepts only AAC sound/ },
    { name: 'Sorenson video', codecs: { video: ['flv'] }, text: /accepts only H\.264 video/ },
  ])
    test(`refuses ${name} with a text that ffmpeg prints`, async (t) => {
      const server = await startRtmpTestServer(t)
      const { code, errors } = await pushWithFfmpeg(server.url(), { seconds: 10, ...codecs }).exit
      assert.notEqual(code, 0)
      assert.match(errors, text)
    })
})

function pushWithFfmpeg(url: string, { seconds = 1, video = h264, audio = ['aac'] }: PushOptions = {}) {
  const picture = ['-re', '-f', 'lavfi', '-i', `testsrc2=s=160x90:r=30:d=${seconds}`]
  const sound = audio.length > 0 ? ['-re', '-f', 'lavfi', '-i', `sine=r=44100:d=${seconds}`] : []
  const codecs = ['-c:v', ...video, ...(audio.length > 0 ? ['-c:a', ...audio] : [])]
  const args = ['-nostdin', '-v', 'error', ...picture, ...sound, ...codecs, '-f', 'flv', url]
  const child = spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }))
  return { exit, kill: () => child.kill('SIGKILL') }
}

type PushOptions = { seconds?: number; video?: string[]; audio?: string[] }
const h264 = ['libx264', '-preset', 'ultrafast', '-g', '30', '-threads', '1']

const joinPieces = (pieces: FlvPiece[]) => Buffer.concat(pieces.map(({ bytes }) => bytes))

async function probeFlv(t: TestContext, bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-rtmp-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'broadcast.flv'), bytes)
  const fields = ['-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'json']
  const { stdout, stderr } = await run('ffprobe', ['-v', 'error', ...fields, join(folder, 'broadcast.flv')])
  const { streams } = JSON.parse(stdout) as { streams: { codec_name: string; nb_read_frames: string }[] }
  return { errors: stderr, streams }
}
