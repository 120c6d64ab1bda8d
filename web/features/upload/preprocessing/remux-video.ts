import {
  BlobSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
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
import { readNalLengthSize, type NalCodec, stripUserData, stripUserDataFromConfig } from './sei-user-data.ts'

/** The reason why the original is uploaded instead of a preprocessed file. */
export class PreprocessingUnsupportedError extends Error {
  override name = 'PreprocessingUnsupportedError'
}

export interface PreprocessingJob {
  file: Blob
  to: WritableStream<StreamTargetChunk>
  /** Called with the progress, from 0 to 1. */
  onProgress(done: number): void
}

export function openMediaInput(file: Blob): Input {
  return new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] })
}

/**
 * Copies video and audio frame by frame into a new file. The new file has no tags, no location or device
 * data, and no metadata between frames. Additional tracks, in which cameras log positions, are omitted too.
 * The memory use does not depend on the size of the file. Throws PreprocessingUnsupportedError if the video
 * cannot be copied without loss.
 */
export async function remuxVideo({
  file,
  to,
  onProgress,
}: PreprocessingJob): Promise<OutputContainer['extension']> {
  using input = openMediaInput(file)
  const { video, sounds, container } = await planRemux(input, file)
  const output = new Output({ format: container.format, target: new StreamTarget(to, { chunked: true }) })
  const [pictures, ...rest] = [
    await openVideoTrack(video, output),
    ...(await openAudioTracks(sounds, output)),
  ]
  const duration = await input.computeDuration([video, ...sounds])
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

/** A track that is being copied, with the source of its packets and their destination. */
interface TrackPipeline {
  packets: AsyncGenerator<EncodedPacket, void, unknown>
  next: EncodedPacket | undefined
  put(packet: EncodedPacket): Promise<void>
  close(): void
}

async function openVideoTrack(track: InputVideoTrack, output: Output): Promise<TrackPipeline> {
  const codec = (await track.getCodec())!
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { transformationMatrix: await track.getTransformationMatrix() })
  const config = await track.getDecoderConfig()
  if (!config) throw new PreprocessingUnsupportedError('no description of its pictures')
  const description = config.description && toBytes(config.description)
  const kind = codec === 'avc' || codec === 'hevc' ? codec : null
  if (kind && !description) throw new PreprocessingUnsupportedError('units without lengths')
  const clean = kind
    ? createUserDataFilter(description!, kind)
    : { description, frame: (data: Uint8Array) => data }
  const meta = {
    decoderConfig: { ...config, ...(clean.description && { description: clean.description }) },
  }
  let latest = -Infinity
  return {
    packets: new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true }),
    next: undefined,
    put(packet) {
      // Some files mark a frame as a key frame although it precedes frames that are already shown. The muxer
      // rejects such a frame.
      const type = packet.type === 'key' && packet.timestamp < latest ? 'delta' : packet.type
      latest = Math.max(latest, packet.timestamp)
      return source.add(packet.clone({ data: clean.frame(packet.data), type, sideData: {} }), meta)
    },
    close: () => source.close(),
  }
}

function createUserDataFilter(description: Uint8Array, kind: NalCodec) {
  const lengthBytes = readNalLengthSize(description, kind)
  return {
    description: stripUserDataFromConfig(description, kind),
    frame: (data: Uint8Array) => stripUserData(data, kind, lengthBytes),
  }
}

function openAudioTracks(tracks: InputAudioTrack[], output: Output): Promise<TrackPipeline[]> {
  return Promise.all(
    tracks.map(async (track) => {
      const source = new EncodedAudioPacketSource((await track.getCodec())!)
      output.addAudioTrack(source, {
        languageCode: await track.getLanguageCode(),
        disposition: await track.getDisposition(),
      })
      const config = await track.getDecoderConfig()
      if (!config) throw new PreprocessingUnsupportedError('no description of its sound')
      return {
        packets: new EncodedPacketSink(track).packets(),
        next: undefined,
        put: (packet) => source.add(packet, { decoderConfig: config }),
        close: () => source.close(),
      } satisfies TrackPipeline
    }),
  )
}

/** Writes the packets of all tracks in the order of their timestamps, so little has to be buffered. */
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

function toBytes(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
