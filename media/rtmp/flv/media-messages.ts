import { RtmpError } from '../disconnect-reasons.ts'

/**
 * The kind of an audio or video message. `config` is a decoder configuration (a sequence header). `other` is
 * data that decoders do not need.
 */
export type MediaMessageKind = 'config' | 'keyframe' | 'frame' | 'other'

/**
 * Classifies the body of a video message (FLV 10.1, annexes E.4.3.1 and E.4.3.2). Throws `RtmpError` for any
 * codec except H.264. Enhanced RTMP marks its codecs (HEVC, AV1, VP9) with the highest bit of the first byte,
 * which plain FLV never sets.
 */
export function classifyVideo(body: Buffer): MediaMessageKind {
  if (body.length === 0) return 'other'
  const frameType = body[0]! >> 4
  const isEnhanced = (body[0]! & 0x80) !== 0
  const avc = 7
  if (isEnhanced || (body[0]! & 15) !== avc) throw new RtmpError('unsupported_video')
  // The packet type and the composition time precede the data.
  if (body.length < 5) throw new RtmpError('malformed_message')
  const packetType = body[1]
  if (packetType === 0) return requireConfig(body, body.length >= 5 + 7 && body[5] === 1)
  const isFrame = packetType === 1 && body.length > 5
  if (isFrame && (frameType === 1 || frameType === 4)) return 'keyframe'
  return isFrame && frameType <= 3 ? 'frame' : 'other'
}

/**
 * Classifies the body of an audio message (annexes E.4.2.1 and E.4.2.2). Throws `RtmpError` for any codec
 * except AAC, including the codecs of Enhanced RTMP, which have sound format 9.
 */
export function classifyAudio(body: Buffer): MediaMessageKind {
  if (body.length === 0) return 'other'
  const aac = 10
  if (body[0]! >> 4 !== aac) throw new RtmpError('unsupported_audio')
  if (body[1] === 0) return requireConfig(body, body.length >= 2 + 2)
  return body[1] === 1 && body.length > 2 ? 'frame' : 'other'
}

/**
 * The largest decoder configuration in bytes. A configuration for H.264 has about 50 bytes, and one for AAC
 * has 5.
 */
const maxConfigBytes = 4096

function requireConfig(body: Buffer, isComplete: boolean): 'config' {
  if (!isComplete || body.length > maxConfigBytes) throw new RtmpError('malformed_message')
  return 'config'
}
