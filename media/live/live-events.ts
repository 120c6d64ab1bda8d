/** The two renditions of a broadcast: the video as the source sent it, and a low one of at most 360 lines. */
export type LiveRenditionName = 'source' | 'low'

/**
 * The events that the packager of a broadcast emits. The `source_header` event comes first, then one `init`
 * event per rendition, then the parts. A packager that continues after a crash emits the same header and init
 * segments again. If the consumer stores every event before it requests the next one, a later call of
 * `packageLiveSource` can continue after a crash.
 */
export type LiveEvent = LiveSourceHeader | LiveInit | LivePart

/**
 * The start of the source, up to the first media data. A packager that continues after a crash has to read
 * these bytes before it can read from the middle of the source. At most 256 KiB. The first keyframe starts at
 * the offset `bytes.length`, unless an FLV source starts with audio frames.
 */
export type LiveSourceHeader = { type: 'source_header'; bytes: Buffer }

/** The init segment of a rendition, for EXT-X-MAP. */
export type LiveInit = {
  type: 'init'
  rendition: LiveRenditionName
  bytes: Buffer
  /** The value of the CODECS attribute (RFC 6381), such as `avc1.42e01f,mp4a.40.2`. */
  codecs: string
  width: number
  height: number
}

/** A partial segment (RFC 8216bis §3.2.1) of at most `livePartSeconds`. */
export type LivePart = LivePartRecord & { type: 'part'; rendition: LiveRenditionName; bytes: Buffer }

/**
 * A part of one rendition, without its bytes. A segment is the concatenation of the parts that have the same
 * sequence number.
 */
export type LivePartRecord = {
  /** The media sequence number of the segment that contains this part. The first segment has number 0. */
  sequence: number
  /** The position of the part in its segment, starting at 0. */
  partIndex: number
  /** The time on the media timeline at which the part starts, in seconds. */
  startTime: number
  /** The start of the first part of the same segment. */
  segmentStartTime: number
  /** In seconds. The next part starts at `startTime + duration`. */
  duration: number
  /** Whether the part starts with a keyframe. */
  independent: boolean
  /** Whether this is the last part of its segment. */
  endsSegment: boolean
  madeAt: Date
  byteLength: number
  /**
   * The offset in the source, in bytes, from which a packager must read (after the source header) to continue
   * after this part.
   */
  resumeOffset: number
}

/**
 * The target duration of parts in seconds: ten frames at 30 frames per second, whose timestamps are rounded to
 * milliseconds. No part is longer, and every part except the last one of a segment has at least 85% of this
 * duration (RFC 8216bis §4.4.4.9). Players stay three parts behind the newest part (PART-HOLD-BACK).
 */
export const livePartSeconds = 0.34

/**
 * The maximum duration of a segment in seconds (EXT-X-TARGETDURATION). A segment ends at the first keyframe
 * after 4 s, or after 6 s if there is no keyframe.
 */
export const liveTargetSeconds = 6
