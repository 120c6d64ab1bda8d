import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hlsSegmentSeconds } from '../encode/encode-commands.ts'
import { emptyFolder } from '../ffmpeg/empty-folder.ts'
import { encodePiece, type PieceJob } from '../pieces/encode-piece.ts'
import { getPieceFrames, type Piece } from '../pieces/plan-pieces.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { chooseCrf, type Trial } from './choose-crf.ts'
import { comparePictures } from './compare-pictures.ts'
import {
  getIdleEncoderOptions,
  type IdleCodec,
  listFirstPassRungs,
  listIdleRungs,
  type RungCrfs,
} from './idle-codecs.ts'

/** One segment per minute of the video is encoded as a sample, but at least one, and at most this many. */
const maxSamples = 3
const segmentsPerSample = 15

const trialSettings = {
  // The CRFs of the trial encodes, relative to the default CRF of the rung.
  av1: { crfOffsets: [-8, 0, 8, 16], maxBytesShare: 0.7 },
  h264: { crfOffsets: [-2, 1, 4], maxBytesShare: 0.95 },
} as const satisfies Record<IdleCodec, { crfOffsets: number[]; maxBytesShare: number }>

export type TrialJob = Pick<PieceJob, 'source' | 'input' | 'signal' | 'nice'> & {
  /** An empty folder. */
  out: string
  codec: IdleCodec
}

/**
 * Chooses the CRF of each rung so that the pictures of this video are as similar to the source as those of the first
 * H.264 renditions, but always saves 30% of their bytes with AV1, and 5% with H.264. For this purpose, a few segments are
 * encoded with several CRFs. Returns an empty object, which stands for the default CRFs, if the video is shorter than
 * two segments.
 */
export async function chooseRungCrfs(job: TrialJob): Promise<RungCrfs> {
  const { crfOffsets, maxBytesShare } = trialSettings[job.codec]
  const samples: Map<string, Encode[]>[] = []
  for (const piece of chooseSamples(job.source)) samples.push(await encodeSample(job, piece))
  if (samples.length === 0) return {}
  return Object.fromEntries(
    listIdleRungs(job.source, job.codec).map(({ name, crf }) => {
      const [original, ...encodes] = addSamples(samples.map((sample) => sample.get(name)!))
      const trials = encodes.map((encode, i) => ({ ...encode, crf: crf + crfOffsets[i]! }))
      return [name, chooseCrf(trials, original!, maxBytesShare)]
    }),
  )
}

type Encode = Omit<Trial, 'crf'>

/**
 * Returns segments that are spread evenly over the video. The last one is never chosen, because a video can be a little
 * shorter than its container says. Returns nothing if the video has only one whole segment.
 */
export function chooseSamples({ duration }: Pick<VideoSource, 'duration'>): Piece[] {
  const segments = Math.floor(duration / hlsSegmentSeconds) - 1
  if (segments < 1) return []
  const count = Math.min(maxSamples, Math.ceil(segments / segmentsPerSample))
  return Array.from({ length: count }, (_, i) => ({
    firstSegment: Math.floor(((i + 0.5) * segments) / count),
    segments: 1,
  }))
}

/**
 * Encodes a sample as the first pass did, and with each trial CRF. Returns the encodes in this order, by the name of the
 * rung.
 */
async function encodeSample({ codec, ...job }: TrialJob, piece: Piece): Promise<Map<string, Encode[]>> {
  const rungs = listIdleRungs(job.source, codec)
  const encode = async (folder: string, settings: Pick<PieceJob, 'rungs' | 'encoderOptions'>) => {
    const out = await emptyFolder(join(job.out, folder))
    await encodePiece({ ...job, out, piece, ...settings })
    return folder
  }
  const encoderOptions = getIdleEncoderOptions(codec)
  const folders = [await encode('first-pass', { rungs: listFirstPassRungs(job.source, codec) })]
  for (const offset of trialSettings[codec].crfOffsets) {
    const adjusted = rungs.map((rung) => ({ ...rung, crf: rung.crf + offset }))
    folders.push(await encode(`trial${offset}`, { rungs: adjusted, encoderOptions }))
  }
  const qualities = await comparePictures({ ...job, rungs }, getPieceFrames(job.source, piece), folders)
  const encodes = new Map<string, Encode[]>()
  for (const [name, values] of qualities) {
    const files = await Promise.all(folders.map((folder) => stat(join(job.out, folder, `${name}.mp4`))))
    encodes.set(
      name,
      files.map(({ size }, i) => ({ bytes: size, quality: values[i]! })),
    )
  }
  return encodes
}

/** Returns the total bytes and the mean quality of each encode. */
function addSamples(samples: readonly (readonly Encode[])[]): Encode[] {
  return samples[0]!.map((_, i) => ({
    bytes: sum(samples.map((sample) => sample[i]!.bytes)),
    quality: sum(samples.map((sample) => sample[i]!.quality)) / samples.length,
  }))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
