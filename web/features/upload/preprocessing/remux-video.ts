import {
  BlobSource,
  Input,
  IsobmffInputFormat,
  MATROSKA,
  MP4,
  Output,
  QTFF,
  StreamTarget,
  type StreamTargetChunk,
  WEBM,
} from 'mediabunny'
import { type OutputContainer, chooseOutputContainer } from './output-container.ts'
import { hasHiddenFrames } from './mp4-edit-list.ts'
import { type TrackPipeline, createVideoTrackPipeline, createAudioTrackPipelines } from './track-pipelines.ts'
import { planPacketCopy } from './trim-plan.ts'
import type { TrimRange } from './trim-range.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'

export interface PreprocessingJob {
  file: Blob
  to: WritableStream<StreamTargetChunk>
  /** The part of the video to keep, or undefined to keep all of it. */
  trim?: TrimRange | undefined
  /** Called with the progress, from 0 to 1. */
  onProgress(done: number): void
}

export function openMediaInput(file: Blob): Input {
  return new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] })
}

/**
 * Copies video and audio frame by frame into a new file. The new file has no tags, no location or device
 * data, and no metadata between frames. Tracks other than video and audio are not copied, because some
 * cameras record GPS positions in such tracks. Memory use does not depend on the size of the file. Throws
 * PreprocessingUnsupportedError if the video cannot be copied without loss, or if copying would keep more or
 * less than the chosen part.
 */
export async function remuxVideo({
  file,
  to,
  trim,
  onProgress,
}: PreprocessingJob): Promise<OutputContainer['extension']> {
  using input = openMediaInput(file)
  const { video, sounds, container } = await planRemux(input, file)
  const range = trim ? await planPacketCopy(video, trim) : null
  if (trim && !range) throw new PreprocessingUnsupportedError('a start between two key frames')
  const output = new Output({ format: container.format, target: new StreamTarget(to, { chunked: true }) })
  const [pictures, ...rest] = [
    await createVideoTrackPipeline(video, output, range),
    ...(await createAudioTrackPipelines(sounds, output, range)),
  ]
  const duration = trim ? trim.end - trim.start : await input.computeDuration([video, ...sounds])
  await output.start()
  await copyPackets([pictures!, ...rest], (seconds) => onProgress(Math.min(1, seconds / duration)))
  await output.finalize()
  return container.extension
}

async function planRemux(input: Input, file: Blob) {
  if (!(await input.canRead())) throw new PreprocessingUnsupportedError('another format')
  const isIso = (await input.getFormat()) instanceof IsobmffInputFormat
  if (isIso && (await hasHiddenFrames(file))) throw new PreprocessingUnsupportedError('an edit list')
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new PreprocessingUnsupportedError('no pictures')
  const sounds = await input.getAudioTracks()
  const codecs = await Promise.all([video, ...sounds].map((track) => track.getCodec()))
  const knownCodecs = codecs.filter((codec) => codec !== null)
  if (knownCodecs.length < codecs.length) throw new PreprocessingUnsupportedError('an unknown codec')
  return { video, sounds, container: chooseOutputContainer(knownCodecs, isIso ? 'iso' : 'matroska') }
}

/**
 * Writes the packets of all tracks in the order of their timestamps, which keeps the buffers small.
 */
async function copyPackets(pipelines: TrackPipeline[], onTimestamp: (seconds: number) => void) {
  const open = new Set(pipelines)
  for (const pipeline of pipelines) await advance(pipeline, open)
  while (open.size > 0) {
    const [pipeline] = [...open].toSorted((a, b) => a.next!.timestamp - b.next!.timestamp)
    const { timestamp } = pipeline!.next!
    await pipeline!.put(pipeline!.next!)
    onTimestamp(timestamp)
    await advance(pipeline!, open)
  }
}

async function advance(pipeline: TrackPipeline, open: Set<TrackPipeline>) {
  const { value } = await pipeline.packets.next()
  pipeline.next = value ?? undefined
  if (value) return
  pipeline.close()
  open.delete(pipeline)
}
