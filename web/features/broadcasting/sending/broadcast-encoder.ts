import {
  AppendOnlyStreamTarget,
  canEncodeAudio,
  canEncodeVideo,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  MkvOutputFormat,
  Output,
  Quality,
} from 'mediabunny'
import { type PictureSize, choosePictureSize } from './picture-size.ts'

/** 30 frames per second at 2.5 Mbit/s: a third of the bitrate that the server allows. */
const frameRate = 30
const videoQuality = new Quality({ bitrate: 2_500_000 })
const audioQuality = new Quality({ bitrate: 128_000 })
const keyFrameInterval = 2
/** Each call of `onBytes` passes on about this many milliseconds of the stream. */
const pieceMs = 250

export interface BroadcastEncoder {
  /** Encodes everything captured so far, and passes on the last bytes. */
  finish(): Promise<void>
}

interface EncoderOptions {
  video: MediaStreamVideoTrack
  audio: MediaStreamAudioTrack
  /** The size of the picture, if it is fixed. */
  size?: PictureSize | null
  onBytes(bytes: Uint8Array): void
  onError(error: unknown): void
}

/** Returns whether this browser can encode H.264 and Opus (WebCodecs). */
export async function canEncodeBroadcast({ width, height }: PictureSize): Promise<boolean> {
  if (!('VideoEncoder' in globalThis && 'AudioEncoder' in globalThis)) return false
  const support = [
    canEncodeVideo('avc', { width, height, quality: videoQuality }),
    canEncodeAudio('opus', { quality: audioQuality }),
  ]
  return (await Promise.all(support)).every(Boolean)
}

/**
 * Encodes the tracks as Matroska with H.264 and Opus. The stream is append-only, so it can be divided into
 * chunks at any byte. The picture size is fixed at the start. If the phone is rotated during the broadcast,
 * the picture is scaled to fit.
 */
export async function startBroadcastEncoder(options: EncoderOptions): Promise<BroadcastEncoder> {
  const { video, audio, onBytes, onError } = options
  const output = new Output({
    format: new MkvOutputFormat({ appendOnly: true }),
    target: new AppendOnlyStreamTarget(collectPieces(onBytes)),
  })
  const size = options.size ?? choosePictureSize(video.getSettings())
  const videoSource = new MediaStreamVideoTrackSource(
    video,
    {
      codec: 'avc',
      quality: videoQuality,
      keyFrameInterval,
      latencyMode: 'realtime',
      sizeChangeBehavior: 'contain',
      transform: size,
    },
    { frameRate },
  )
  const audioSource = new MediaStreamAudioTrackSource(audio, { codec: 'opus', quality: audioQuality })
  output.addVideoTrack(videoSource, { frameRate })
  output.addAudioTrack(audioSource)
  videoSource.errorPromise.catch(onError)
  audioSource.errorPromise.catch(onError)
  await output.start()
  return { finish: () => output.finalize() }
}

/** Collects the bytes that the muxer writes for each frame into larger pieces. */
function collectPieces(onBytes: (bytes: Uint8Array) => void): WritableStream<Uint8Array> {
  let collected: Uint8Array[] = []
  let since = performance.now()
  const flush = () => {
    const size = collected.reduce((sum, { length }) => sum + length, 0)
    const piece = new Uint8Array(size)
    let offset = 0
    for (const bytes of collected) {
      piece.set(bytes, offset)
      offset += bytes.length
    }
    collected = []
    since = performance.now()
    if (size > 0) onBytes(piece)
  }
  return new WritableStream({
    write(bytes) {
      collected.push(bytes.slice())
      if (performance.now() - since >= pieceMs) flush()
    },
    close: flush,
  })
}
