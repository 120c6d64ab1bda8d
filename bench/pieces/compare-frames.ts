import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { streamRenditionBytes, type Rendition } from '#media/hls/rendition.ts'

/** Frames that are at most this many frames away from a seam count as being at the seam. */
const seamFrames = 24

interface Comparison {
  film: string
  /** The folders with the rendition as encoded in one run and as joined from pieces. */
  whole: string
  joined: string
  rendition: Rendition
  /** The numbers of the frames that begin a piece. */
  seams: number[]
}

/**
 * Compares each frame of the rendition with the film (SSIM). `seamSimilarity` is the similarity at the seams
 * relative to the other frames, each relative to the same frames of one run: 1 means that seams are invisible.
 */
export async function compareFrames({ film, whole, joined, rendition, seams }: Comparison) {
  const one = await measureSimilarity(film, whole, rendition)
  const pieces = await measureSimilarity(film, joined, rendition)
  const isAtSeam = (frame: number) => seams.some((seam) => Math.abs(frame - seam) <= seamFrames)
  const ratio = (chosen: (frame: number) => boolean) =>
    mean(pieces.filter((_, frame) => chosen(frame))) / mean(one.filter((_, frame) => chosen(frame)))
  // A missing or repeated frame would make all following frames less similar.
  const moved = pieces.filter((value, frame) => value < (one[frame] ?? 0) - 0.1).length
  return {
    missing: Math.abs(one.length - pieces.length) + moved,
    seamSimilarity: ratio(isAtSeam) / ratio((frame) => !isAtSeam(frame)),
  }
}

async function measureSimilarity(film: string, out: string, rendition: Rendition): Promise<number[]> {
  const path = join(dirname(out), 'rendition.mp4')
  const log = join(dirname(out), 'similarity.log')
  await pipeline(Readable.from(streamRenditionBytes(out, rendition)), createWriteStream(path))
  const { width, height } = rendition
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic[film];[0:v][film]ssim=stats_file=${log}`
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-i',
    path,
    '-i',
    film,
    '-lavfi',
    graph,
    '-f',
    'null',
    '-',
  ])
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  return lines.map((line) => Number(/All:([\d.]+)/.exec(line)?.[1]))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
