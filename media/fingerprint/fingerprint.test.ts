import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { promisify } from 'node:util'
import { hashFile, computeVideoHash } from './fingerprint.ts'
import { isLikelyCopy, compareHashes, hashFrames } from './perceptual-hash.ts'
import { probeVideo } from '../probe/probe-video.ts'

const exec = promisify(execFile)
let folder: string
before(async () => (folder = await mkdtemp(join(tmpdir(), 'afterbell-looks-'))))
after(() => rm(folder, { recursive: true, force: true }))

const shape = { width: 128, height: 72, fps: 6, seconds: 8 }

const copies: [name: string, args: string][] = [
  ['re-encoded, poor', '-c:v mpeg4 -q:v 24'],
  ['half the size', '-vf scale=64:36 -c:v libx264 -crf 32'],
  ['two seconds cut off', '-ss 2 -c:v libx264 -crf 26'],
  ['a second and a half cut off', '-ss 1.5 -c:v libx264 -crf 26'],
  ['with black bars', '-vf scale=128:54,pad=128:72:0:9 -c:v libx264 -crf 28'],
  ['darker, flatter, fewer frames', '-vf eq=brightness=-0.08:contrast=0.85,fps=4 -c:v libx264 -crf 26'],
]

test('recognizes altered copies of a video and does not match different videos', async () => {
  const hashes = new Map<string, Buffer>()
  for (let seed = 1; seed <= copies.length; seed += 1)
    hashes.set(`film ${seed}`, await hashVideo(await makeScenes(seed)))
  for (const pattern of ['testsrc2', 'mandelbrot', 'yuvtestsrc'])
    hashes.set(pattern, await hashVideo(await makePattern(pattern)))

  const [missed, shares]: [string[], number[]] = [[], []]
  for (const [n, [name, args]] of copies.entries()) {
    const copy = await encodeClip(`copy${n}.mp4`, [
      '-i',
      join(folder, `film${n + 1}.mp4`),
      ...args.split(' '),
    ])
    const found = compareHashes(hashes.get(`film ${n + 1}`)!, await hashVideo(copy))
    shares.push(found.matchingShare)
    if (!isLikelyCopy(found))
      missed.push(`film ${n + 1}, ${name}: ${found.matchingShare.toFixed(2)} of ${found.compared} s`)
  }

  const [wrong, others]: [string[], number[]] = [[], []]
  for (const [a, one] of hashes)
    for (const [b, other] of hashes) {
      if (a >= b) continue
      const found = compareHashes(one, other)
      others.push(found.matchingShare)
      if (isLikelyCopy(found)) wrong.push(`${a} and ${b}: ${found.matchingShare.toFixed(2)}`)
    }
  console.log(
    `    known again: ${shares.length - missed.length} of ${shares.length} copies, the least with ${Math.min(...shares).toFixed(2)};` +
      ` of ${hashes.size} different films ${wrong.length} of ${others.length} pairs taken for copies, the likest with ${Math.max(...others).toFixed(2)}`,
  )
  assert.deepEqual(missed, [])
  assert.deepEqual(wrong, [])
})

test('gives identical files the same hash and different files different hashes', async () => {
  const [one, same, other] = [join(folder, 'one'), join(folder, 'same'), join(folder, 'other')]
  await Promise.all([writeFile(one, 'harbour'), writeFile(same, 'harbour'), writeFile(other, 'harbor')])
  assert.deepEqual(await hashFile(one), await hashFile(same))
  assert.notDeepEqual(await hashFile(one), await hashFile(other))
})

test('never matches black videos with each other', () => {
  const black = hashFrames(new Uint8Array(64 * 64 * 10).fill(16))
  assert.ok(black.every((byte) => byte === 0))
  assert.equal(isLikelyCopy(compareHashes(black, black)), false)
  assert.equal(isLikelyCopy(compareHashes(Buffer.alloc(0), black)), false)
})

async function hashVideo(path: string): Promise<Buffer> {
  return computeVideoHash({ source: await probeVideo(path), input: path, out: folder })
}

async function encodeClip(name: string, args: string[]): Promise<string> {
  const path = join(folder, name)
  await exec('ffmpeg', ['-nostdin', '-y', '-v', 'error', ...args, '-pix_fmt', 'yuv420p', path])
  return path
}

function makePattern(pattern: string): Promise<string> {
  const { width, height, fps, seconds } = shape
  const from = `${pattern}=s=${width}x${height}:r=${fps}`
  return encodeClip(`${pattern}.mp4`, ['-f', 'lavfi', '-i', from, '-t', `${seconds}`, '-preset', 'ultrafast'])
}

/**
 * Generates a synthetic video of four scenes that simulates camera movement. Each scene contains shapes whose
 * sizes are distributed as in natural images (1/f).
 */
async function makeScenes(seed: number): Promise<string> {
  const { width, height, fps, seconds } = shape
  const random = randomFrom(seed)
  const [wide, high] = [width * 2, height * 2]
  const frames = Buffer.alloc(width * height * fps * seconds)
  let world: Float64Array = new Float64Array()
  let [x, y, dx, dy] = [0, 0, 0, 0]
  for (let n = 0; n < fps * seconds; n += 1) {
    if (n % (fps * 2) === 0) {
      world = landscape(wide, high, random)
      ;[x, y] = [random() * width * 0.5, random() * height * 0.5]
      ;[dx, dy] = [(random() - 0.5) * 1.2, (random() - 0.5) * 0.6]
    }
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const at = Math.floor(y + row) * wide + Math.floor(x + column)
        frames[(n * height + row) * width + column] = world[at]!
      }
    ;[x, y] = [Math.max(0, x + dx), Math.max(0, y + dy)]
  }
  const raw = join(folder, `film${seed}.gray`)
  await writeFile(raw, frames)
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', `${fps}`, '-i', raw]
  return encodeClip(`film${seed}.mp4`, [...input, '-preset', 'ultrafast'])
}

function landscape(wide: number, high: number, random: () => number): Float64Array {
  const waves = Array.from({ length: 60 }, () => {
    const size = 0.5 + random() * 12
    const angle = random() * 2 * Math.PI
    return {
      across: Math.cos(angle) * size,
      down: Math.sin(angle) * size,
      phase: random() * 7,
      weight: 1 / size,
    }
  })
  const world = new Float64Array(wide * high)
  for (const { across, down, phase, weight } of waves)
    for (let row = 0; row < high; row += 1)
      for (let column = 0; column < wide; column += 1)
        world[row * wide + column]! +=
          weight * Math.cos(2 * Math.PI * ((across * column) / wide + (down * row) / high) + phase)
  const most = world.reduce((so, value) => Math.max(so, Math.abs(value)), 0)
  return world.map((value) => 128 + (value / most) * 110)
}

/** Returns a pseudorandom number generator (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
