import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, afterEach } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createLiveSource, inChunks, type LiveSourceOptions } from '#tests/support/media/live-sources.ts'
import { killSandboxes } from '../sandbox/orphaned-sandboxes.ts'
import { LiveSourceRejectedError } from './live-source-rejection.ts'
import { packageLiveSource, type LivePackagerOptions } from './package-live-source.ts'

const folder = await mkdtemp(join(tmpdir(), 'afterbell-live-hostile-'))
after(() => rm(folder, { recursive: true }))
afterEach(async () => assert.equal(await killSandboxes('mine'), 0, 'ffmpeg is still running'))

const matroska = await createSource('good', {})
const flv = await createSource('good', { container: 'flv' })
/** An EBML header, a segment of unknown size and one H.264 track with number 1. */
const header = matroska.subarray(0, matroska.indexOf(Buffer.from('1f43b675', 'hex')))

test('rejects bytes that are not a video', async () => {
  assert.equal(await reject('matroska', randomBytes(100_000)), 'unreadable')
  assert.equal(await reject('flv', randomBytes(100_000)), 'unreadable')
  assert.equal(await reject('matroska', flv), 'unreadable')
  assert.equal(await reject('flv', matroska), 'unreadable')
  assert.equal(await reject('matroska', Buffer.from('<html><script>alert(1)</script></html>')), 'unreadable')
  assert.equal(await reject('matroska', Buffer.alloc(0)), 'unreadable')
})

test('rejects a header that never ends', async () => {
  const filler = Buffer.concat([Buffer.from('ec4fff', 'hex'), Buffer.alloc(0xfff)])
  const fillers = Buffer.concat(Array.from({ length: 100 }, () => filler))
  assert.equal(await reject('matroska', Buffer.concat([header.subarray(0, 48), fillers])), 'unreadable')
  const script = Buffer.concat([Buffer.from('12004000'.padEnd(22, '0'), 'hex'), Buffer.alloc(0x4000 + 4)])
  const scripts = Buffer.concat(Array.from({ length: 20 }, () => script))
  assert.equal(await reject('flv', Buffer.concat([flv.subarray(0, 13), scripts])), 'unreadable')
})

test('rejects a source that contains only sound', async () => {
  const sound = Buffer.from('a38582000080ff', 'hex')
  async function* endless() {
    yield header
    for (let n = 0; n < 40; n += 1) yield Buffer.concat([clusterAt(n / 2), sound])
    await new Promise(() => {})
  }
  assert.equal(await reject('matroska', endless()), 'no_video')
})

test('rejects other codecs and names them', async () => {
  const codecOf = async (name: string, options: Partial<LiveSourceOptions>) => {
    const error = await rejection(options.container ?? 'matroska', await createSource(name, options))
    return [error.code, error.codec]
  }
  const vp8 = { videoCodec: 'libvpx -deadline realtime -cpu-used 8' }
  assert.deepEqual(await codecOf('vp8', vp8), ['codec', 'VP8'])
  assert.deepEqual(await codecOf('flac', { audioCodec: 'flac' }), ['codec', 'FLAC'])
  const mp3 = { container: 'flv' as const, audioCodec: 'libmp3lame -ar 44100' }
  assert.deepEqual(await codecOf('mp3', mp3), ['codec', 'MP3'])
  assert.deepEqual(await codecOf('h263', { container: 'flv', videoCodec: 'flv', audio: false }), [
    'codec',
    'H.263',
  ])
})

test('rejects pictures that are too large, even if the container declares a smaller size', async () => {
  const large = await createSource('large', { size: '2560x1440' })
  assert.equal(await reject('matroska', large), 'too_large_picture')
  const lie = Buffer.from(large)
  for (const size of ['b0820a00', 'ba8205a0']) {
    const at = lie.indexOf(Buffer.from(size, 'hex'))
    assert.ok(at > 0)
    lie.writeUInt16BE(360, at + 2)
  }
  assert.equal(await reject('matroska', lie), 'too_large_picture')
  const largeFlv = await createSource('large', { size: '2560x1440', container: 'flv' })
  assert.equal(await reject('flv', largeFlv), 'too_large_picture')
})

test('rejects a hundred thousand tiny frames, and more bytes than the limit', async () => {
  const cluster = Buffer.from('1f43b67501ffffffffffffffe78100', 'hex')
  const frames = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('a38581000080ff', 'hex')))
  assert.equal(await reject('matroska', Buffer.concat([header, cluster, frames])), 'too_fast')
  const voids = Buffer.concat([Buffer.from('ec2fffff', 'hex'), Buffer.alloc(0xfffff)])
  const flood = Buffer.concat([matroska, ...Array.from({ length: 8 }, () => voids)])
  assert.equal(await reject('matroska', flood), 'bitrate')
  const noise = { seconds: 3, noise: true, videoCodec: 'libx264 -preset ultrafast -qp 10' }
  const limits = { bitsPerSecond: 200_000 }
  assert.equal(await reject('matroska', await createSource('noise', noise), { limits }), 'bitrate')
})

test('rejects timestamps that jump, and a source that runs faster than real time', async () => {
  const later = Buffer.from('1f43b67501ffffffffffffffe78401000000a38581000080ff', 'hex')
  assert.equal(await reject('matroska', Buffer.concat([matroska, later])), 'timestamps')
  const frame = Buffer.from('a38581000080ff', 'hex')
  const minutes = Array.from({ length: 20 }, (_, n) => [clusterAt(n * 20), frame]).flat()
  assert.equal(await reject('matroska', Buffer.concat([header, ...minutes])), 'timestamps')
})

test('rejects a source that stops sending data', async () => {
  async function* silent() {
    yield matroska
    await new Promise(() => {})
  }
  const limits = { idleSeconds: 0.5 }
  assert.equal(await reject('matroska', silent(), { limits }), 'no_data')
})

test('rejects a source that sends too little data for a picture', async () => {
  const limits = { startSeconds: 1 }
  const start = performance.now()
  for (const source of [matroska.subarray(0, 20), header, matroska.subarray(0, header.length + 200)])
    assert.equal(await reject('matroska', trickle(source), { limits }), 'slow_start')
  assert.ok(performance.now() - start < 15_000)
})

test('accepts a source that pauses after its first picture', async () => {
  async function* pausing() {
    yield matroska.subarray(0, -1000)
    await pause(3000)
    yield matroska.subarray(-1000)
  }
  const events = packageLiveSource({ container: 'matroska', source: pausing(), limits: { startSeconds: 1 } })
  const parts = (await Array.fromAsync(events)).filter(({ type }) => type === 'part')
  assert.ok(parts.length > 0)
})

test('rejects a source whose picture size changes', async () => {
  const other = await createSource('other', { container: 'flv', size: '320x192' })
  assert.equal(await reject('flv', Buffer.concat([flv, other.subarray(13)])), 'format_changed')
})

test('rejects video that ffmpeg cannot decode', async () => {
  const frames = Array.from({ length: 60 }, (_, n) => {
    const start = Buffer.from('a340c881000080', 'hex')
    return Buffer.concat([clusterAt(n / 2), start, randomBytes(196)])
  })
  assert.equal(await reject('matroska', Buffer.concat([header, ...frames])), 'unreadable')
})

/** Yields some bytes at once, and then two bytes of filling at a time, as a slow sender does. */
async function* trickle(bytes: Buffer) {
  yield bytes
  for (;;) {
    await pause(200)
    yield Buffer.from('ec80', 'hex')
  }
}

/** The start of a cluster of unknown size, with its timestamp in seconds. */
function clusterAt(second: number) {
  const bytes = Buffer.from('1f43b67501ffffffffffffffe78400000000', 'hex')
  bytes.writeUInt32BE(second * 1000, 14)
  return bytes
}

async function createSource(name: string, options: Partial<LiveSourceOptions>) {
  const { container = 'matroska' } = options
  const path = join(folder, `${name}.${container}`)
  return readFile(await createLiveSource(path, { seconds: 1, container, ...options }))
}

async function reject(...args: Parameters<typeof rejection>) {
  return (await rejection(...args)).code
}

/** Packages a source and returns the rejection error. */
async function rejection(
  container: 'matroska' | 'flv',
  source: Buffer | AsyncIterable<Buffer>,
  options: Partial<LivePackagerOptions> = {},
): Promise<LiveSourceRejectedError> {
  const chunks = Buffer.isBuffer(source) ? inChunks(source) : source
  try {
    for await (const event of packageLiveSource({ container, source: chunks, ...options })) void event
  } catch (error) {
    if (error instanceof LiveSourceRejectedError) return error
    throw error
  }
  throw new Error('the source was accepted')
}
