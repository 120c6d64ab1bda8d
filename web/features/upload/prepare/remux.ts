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
import { type Container, containerFor } from './container.ts'
import { hidesFrames } from './edits.ts'
import { lengthBytesOf, type Unitary, withoutUserData, withoutUserDataSets } from './user-data.ts'

/** Why a file is better sent as it is. */
export class NotHere extends Error {
  override name = 'NotHere'
}

export interface Job {
  file: Blob
  to: WritableStream<StreamTargetChunk>
  /** From 0 to 1. */
  onProgress(done: number): void
}

export function openInput(file: Blob): Input {
  return new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM, MATROSKA] })
}

/**
 * The same pictures and sounds, frame for frame, in a fresh file: no tags, no place, no device, no further tracks (where
 * cameras log positions), nothing hidden between the frames. Memory does not grow with the film. Throws NotHere for
 * what cannot be done here without a loss.
 */
export async function remux({ file, to, onProgress }: Job): Promise<Container['extension']> {
  using input = openInput(file)
  const { video, sounds, container } = await plan(input, file)
  const output = new Output({ format: container.format, target: new StreamTarget(to, { chunked: true }) })
  const [pictures, ...rest] = [await videoLane(video, output), ...(await soundLanes(sounds, output))]
  const duration = await input.computeDuration([video, ...sounds])
  await output.start()
  await copy([pictures!, ...rest], (seconds) => onProgress(Math.min(1, seconds / duration)))
  await output.finalize()
  return container.extension
}

async function plan(input: Input, file: Blob) {
  if (!(await input.canRead())) throw new NotHere('another format')
  const isIso = (await input.getFormat()) instanceof IsobmffInputFormat
  if (isIso && (await hidesFrames(file))) throw new NotHere('an edit list')
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new NotHere('no pictures')
  const sounds = await input.getAudioTracks()
  const codecs = await Promise.all([video, ...sounds].map((track) => track.getCodec()))
  const known = codecs.filter((codec) => codec !== null)
  if (known.length < codecs.length) throw new NotHere('an unknown codec')
  return { video, sounds, container: containerFor(known, isIso ? 'iso' : 'matroska') }
}

/** A track on its way: its packets, and where they go. */
interface Lane {
  packets: AsyncGenerator<EncodedPacket, void, unknown>
  next: EncodedPacket | undefined
  put(packet: EncodedPacket): Promise<void>
  close(): void
}

async function videoLane(track: InputVideoTrack, output: Output): Promise<Lane> {
  const codec = (await track.getCodec())!
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { transformationMatrix: await track.getTransformationMatrix() })
  const config = await track.getDecoderConfig()
  if (!config) throw new NotHere('no description of its pictures')
  const description = config.description && bytesOf(config.description)
  const kind = codec === 'avc' || codec === 'hevc' ? codec : null
  if (kind && !description) throw new NotHere('units without lengths')
  const clean = kind ? cleaner(description!, kind) : { description, frame: (data: Uint8Array) => data }
  const meta = {
    decoderConfig: { ...config, ...(clean.description && { description: clean.description }) },
  }
  let latest = -Infinity
  return {
    packets: new EncodedPacketSink(track).packets(undefined, undefined, { verifyKeyPackets: true }),
    next: undefined,
    put(packet) {
      // Some files call a frame a beginning that comes before what was shown already: the muxer refuses it as one.
      const type = packet.type === 'key' && packet.timestamp < latest ? 'delta' : packet.type
      latest = Math.max(latest, packet.timestamp)
      return source.add(packet.clone({ data: clean.frame(packet.data), type, sideData: {} }), meta)
    },
    close: () => source.close(),
  }
}

function cleaner(description: Uint8Array, kind: Unitary) {
  const lengthBytes = lengthBytesOf(description, kind)
  return {
    description: withoutUserDataSets(description, kind),
    frame: (data: Uint8Array) => withoutUserData(data, kind, lengthBytes),
  }
}

function soundLanes(tracks: InputAudioTrack[], output: Output): Promise<Lane[]> {
  return Promise.all(
    tracks.map(async (track) => {
      const source = new EncodedAudioPacketSource((await track.getCodec())!)
      output.addAudioTrack(source, {
        languageCode: await track.getLanguageCode(),
        disposition: await track.getDisposition(),
      })
      const config = await track.getDecoderConfig()
      if (!config) throw new NotHere('no description of its sound')
      return {
        packets: new EncodedPacketSink(track).packets(),
        next: undefined,
        put: (packet) => source.add(packet, { decoderConfig: config }),
        close: () => source.close(),
      } satisfies Lane
    }),
  )
}

/** In the order of time over all tracks, so that neither reading nor writing has to wait with much in hand. */
async function copy(lanes: Lane[], tell: (seconds: number) => void) {
  const open = new Set(lanes)
  for (const lane of lanes) await advance(lane, open)
  while (open.size > 0) {
    const [lane] = [...open].toSorted((a, b) => a.next!.timestamp - b.next!.timestamp)
    const { timestamp } = lane!.next!
    await lane!.put(lane!.next!)
    tell(timestamp)
    await advance(lane!, open)
  }
}

async function advance(lane: Lane, open: Set<Lane>) {
  const { value } = await lane.packets.next()
  lane.next = value ?? undefined
  if (value) return
  lane.close()
  open.delete(lane)
}

function bytesOf(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
