import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLiveSource, type LiveSourceOptions } from '#tests/support/media/live-sources.ts'

/** The bytes that hostile senders send. `mkv` sources are for HTTP, `flv` sources for RTMP. */
export interface HostileSources {
  /** Four seconds of valid video. */
  mkv: Buffer
  flv: Buffer
  /** The first bytes of `mkv`, up to the first frame. */
  mkvHeader: Buffer
  vp8: Buffer
  /** A picture of 3840 × 2160. The Matroska header declares 640 × 360. */
  hugeMkv: Buffer
  hugeFlv: Buffer
}

/** Encodes the sources with ffmpeg. */
export async function createHostileSources(): Promise<HostileSources> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-hostile-'))
  const create = async (name: string, options: Partial<LiveSourceOptions>) => {
    const container = options.container ?? 'matroska'
    const path = join(folder, name)
    return readFile(await createLiveSource(path, { seconds: 4, keyframes: 1, ...options, container }))
  }
  // ffmpeg reads 500 kB before it looks for a picture.
  const huge = { seconds: 2, size: '3840x2160' }
  try {
    const mkv = await create('valid.mkv', { size: '320x192' })
    return {
      mkv,
      mkvHeader: mkv.subarray(0, mkv.indexOf(clusterId)),
      flv: await create('valid.flv', { size: '320x192', container: 'flv' }),
      vp8: await create('vp8.mkv', { seconds: 1, videoCodec: 'libvpx -deadline realtime -cpu-used 8' }),
      hugeMkv: declareSmallPicture(await create('huge.mkv', huge)),
      hugeFlv: await create('huge.flv', { ...huge, container: 'flv' }),
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const clusterId = Buffer.from('1f43b675', 'hex')

function declareSmallPicture(mkv: Buffer): Buffer {
  for (const [element, pixels] of [
    ['b0820f00', 640],
    ['ba820870', 360],
  ] as const) {
    const at = mkv.indexOf(Buffer.from(element, 'hex'))
    if (at < 0) throw new Error('the header declares no picture size')
    mkv.writeUInt16BE(pixels, at + 2)
  }
  return mkv
}

export const garbage = randomBytes(100_000)

/** A Void element of this size, which every Matroska parser skips. */
export function voidElement(byteLength: number): Buffer {
  const element = Buffer.alloc(byteLength)
  element.writeUInt8(0xec)
  element.writeUInt32BE(0x10_00_00_00 + byteLength - 5, 1)
  return element
}

/** A cluster with 100,000 frames of one byte. */
export const tinyFrames = Buffer.concat([
  Buffer.from('1f43b67501ffffffffffffffe78100', 'hex'),
  ...Array.from({ length: 100_000 }, () => Buffer.from('a38581000080ff', 'hex')),
])
