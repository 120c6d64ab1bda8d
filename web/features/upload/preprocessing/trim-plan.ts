import { canEncodeVideo, type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import { maxMissingSecondsAtTrimEnd, type TrimRange } from './trim-range.ts'

/**
 * The part of a video whose packets are copied to the new file. All times are in seconds from the start of
 * the original video.
 */
export interface PacketRange {
  /** The first copied packet, which is always a key frame. */
  first: EncodedPacket
  start: number
  end: number
}

/**
 * Returns which packets must be copied so that the new file contains exactly the chosen part. Returns null if
 * the chosen part does not start with a key frame, or if too many of its last frames depend on a frame after
 * its end. A copied file never contains a frame or sound from outside the chosen part.
 */
export async function planPacketCopy(track: InputVideoTrack, trim: TrimRange): Promise<PacketRange | null> {
  const sink = new EncodedPacketSink(track)
  const first =
    (await sink.getKeyPacket(trim.start, { verifyKeyPackets: true })) ??
    (await sink.getFirstKeyPacket({ verifyKeyPackets: true }))
  if (!first || first.timestamp + first.duration <= trim.start) return null
  const missing = trim.end - (await findCopyEnd(sink, trim.end))
  if (missing > maxMissingSecondsAtTrimEnd && (await canReencode(track))) return null
  // If the chosen part begins at the start of the video, audio that begins before the first frame is kept.
  return { first, start: trim.start > 0 ? first.timestamp : -Infinity, end: trim.end }
}

/**
 * Returns the earliest time at or after `start` at which this device can cut the video. If this device can
 * encode video, it can cut at every frame. Returns null if this device cannot cut the video at or after
 * `start`.
 */
export async function findEarliestCutTime(track: InputVideoTrack, start: number): Promise<number | null> {
  const sink = new EncodedPacketSink(track)
  const before = await sink.getKeyPacket(start, { verifyKeyPackets: true })
  if (!before) return start
  if (before.timestamp + before.duration > start) return start
  return (await sink.getNextKeyPacket(before, { verifyKeyPackets: true }))?.timestamp ?? null
}

/** Returns whether this device can decode the video and encode it as H.264. */
export async function canReencode(track: InputVideoTrack): Promise<boolean> {
  if (!('VideoEncoder' in globalThis) || !(await track.canDecode())) return false
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  return canEncodeVideo('avc', { width: width - (width % 2), height: height - (height % 2) })
}

/** Returns the end of the last frame that does not depend on a frame after `end`. */
async function findCopyEnd(sink: EncodedPacketSink, end: number): Promise<number> {
  const key = await sink.getKeyPacket(end, { verifyKeyPackets: true })
  let last = 0
  for await (const packet of sink.packets(key ?? undefined)) {
    if (packet.timestamp >= end) return last
    last = Math.max(last, packet.timestamp + packet.duration)
  }
  return end
}

/**
 * Yields the packets of the chosen part with their times relative to the start of the new file. The packets
 * arrive in decode order. The first packet after the end of the chosen part is omitted, and so are all
 * packets after it, because they may depend on it.
 */
export async function* trimVideoPackets(
  packets: AsyncIterable<EncodedPacket>,
  range: PacketRange,
): AsyncGenerator<EncodedPacket, void, unknown> {
  for await (const packet of packets) {
    if (packet.timestamp >= range.end) return
    // Frames that are shown before the first key frame depend on frames that were cut off.
    if (packet.timestamp >= range.first.timestamp) yield shiftPacket(packet, range)
  }
}

/**
 * Yields the audio packets of the chosen part. An audio packet that is only partly inside the chosen part is
 * omitted.
 */
export async function* trimAudioPackets(
  packets: AsyncIterable<EncodedPacket>,
  range: PacketRange,
): AsyncGenerator<EncodedPacket, void, unknown> {
  const rounding = 0.001
  for await (const packet of packets) {
    if (packet.timestamp + packet.duration > range.end + rounding) return
    if (packet.timestamp >= range.start - rounding) yield shiftPacket(packet, range)
  }
}

function shiftPacket(packet: EncodedPacket, { start }: PacketRange): EncodedPacket {
  return start > 0 ? packet.clone({ timestamp: Math.max(0, packet.timestamp - start) }) : packet
}
