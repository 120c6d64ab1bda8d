import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  Output,
} from 'mediabunny'
import {
  readNalLengthSize,
  type NalCodec,
  stripSeiUserData,
  stripSeiUserDataFromCodecConfig,
} from './sei-user-data.ts'
import { type PacketRange, trimAudioPackets, trimVideoPackets } from './trim-plan.ts'
import { PreprocessingUnsupportedError } from './preprocessing-unsupported-error.ts'

/** A track that is being copied, with the source and the destination of its packets. */
export interface TrackPipeline {
  packets: AsyncGenerator<EncodedPacket, void, unknown>
  next: EncodedPacket | undefined
  put(packet: EncodedPacket): Promise<void>
  close(): void
}

export async function createVideoTrackPipeline(
  track: InputVideoTrack,
  output: Output,
  range: PacketRange | null,
): Promise<TrackPipeline> {
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
  const packets = new EncodedPacketSink(track).packets(range?.first, undefined, { verifyKeyPackets: true })
  return {
    packets: range ? trimVideoPackets(packets, range) : packets,
    next: undefined,
    put(packet) {
      // Some files mark a frame as a key frame although an earlier packet has a later timestamp. The muxer
      // rejects such a key frame, so the frame is written as a delta frame.
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
    description: stripSeiUserDataFromCodecConfig(description, kind),
    frame: (data: Uint8Array) => stripSeiUserData(data, kind, lengthBytes),
  }
}

export function createAudioTrackPipelines(
  tracks: InputAudioTrack[],
  output: Output,
  range: PacketRange | null,
): Promise<TrackPipeline[]> {
  return Promise.all(
    tracks.map(async (track) => {
      const source = new EncodedAudioPacketSource((await track.getCodec())!)
      output.addAudioTrack(source, {
        languageCode: await track.getLanguageCode(),
        disposition: await track.getDisposition(),
      })
      const config = await track.getDecoderConfig()
      if (!config) throw new PreprocessingUnsupportedError('no description of its sound')
      const sink = new EncodedPacketSink(track)
      const first = range && range.start > 0 ? await sink.getPacket(range.start) : null
      const packets = sink.packets(first ?? undefined)
      return {
        packets: range ? trimAudioPackets(packets, range) : packets,
        next: undefined,
        put: (packet) => source.add(packet, { decoderConfig: config }),
        close: () => source.close(),
      } satisfies TrackPipeline
    }),
  )
}

function toBytes(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}
