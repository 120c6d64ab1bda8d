import type { Mp4Track } from '../../mp4/tracks.ts'
import { livePartSeconds, liveTargetSeconds, type LivePartRecord } from '../live-events.ts'
import type { Sample } from './fragment-samples.ts'
import { writeFragment } from './write-boxes.ts'

/** A part before the packager adds its creation time and its resume offset. */
export type CutPart = Omit<LivePartRecord, 'madeAt' | 'resumeOffset'> & { bytes: Buffer }

export type PartCutterOptions = {
  /** The number of the first segment. */
  sequence?: number | undefined
  /** The last stored part of an earlier run. All samples before its end are dropped. */
  last?: LivePartRecord | undefined
  /** Whether the source has no audio. The audio track is then filled with silence. */
  isSilent: boolean
}

/** A sample with its time in seconds. */
type TimedSample = Sample & { time: number }

/** A frame of silence in AAC-LC, stereo. It lasts 1024 samples. */
const silentAacFrame: Omit<Sample, 'decodeTime'> = {
  duration: 1024,
  compositionOffset: 0,
  isKeyframe: true,
  bytes: Buffer.from('211004608c1c', 'hex'),
}

type Boundary = { at: number; startsSegment: boolean }

// A short first segment lets players start early: hls.js needs one complete segment.
const firstSegmentSeconds = 1
const segmentSeconds = 4
const shortFirstSegments = 2
// Browsers and RTMP round timestamps to milliseconds, and camera timestamps jitter.
const toleranceSeconds = 0.1
// If the audio falls further behind the video than this, the gap is filled with silence.
const maxAudioDelaySeconds = 1
const audioFrameSeconds = 1024 / 48_000
const shortestPartSeconds = 0.85 * livePartSeconds
const epsilon = 1e-6

/**
 * Joins the samples of one rendition into parts and segments.
 *
 * A segment ends at the first keyframe after 4 s. It ends at an earlier keyframe if the next keyframe is
 * expected after the target duration, and between keyframes if none arrives in time. A part ends at a frame
 * boundary, or between two frames if the frame rate is very low.
 */
export class PartCutter {
  #video: TimedSample[] = []
  #audio: TimedSample[] = []
  #start: number | undefined
  #segmentStart = 0
  #previousKeyframe: number | undefined
  #sequence: number
  #partIndex = 0
  #reorderSeconds: number | undefined
  #videoEnd = -Infinity
  #audioEnd = -Infinity
  #nextAudioTicks = 0
  #startsWithKeyframe = true
  #hasCut = false
  readonly #videoTrack: Mp4Track
  readonly #audioTrack: Mp4Track
  readonly #isSilent: boolean

  constructor(
    tracks: { video: Mp4Track; audio: Mp4Track },
    { sequence = 0, last, isSilent }: PartCutterOptions,
  ) {
    this.#videoTrack = tracks.video
    this.#audioTrack = tracks.audio
    this.#isSilent = isSilent
    this.#sequence = sequence
    if (!last) return
    this.#start = last.startTime + last.duration
    this.#segmentStart = last.endsSegment ? this.#start : last.segmentStartTime
    this.#sequence = last.sequence + (last.endsSegment ? 1 : 0)
    this.#partIndex = last.endsSegment ? 0 : last.partIndex + 1
  }

  addVideo(samples: readonly Sample[]): void {
    for (const sample of samples) {
      this.#reorderSeconds ??= sample.compositionOffset / this.#videoTrack.timescale
      const time = sample.decodeTime / this.#videoTrack.timescale + this.#reorderSeconds
      if (time <= this.#videoEnd) continue
      this.#videoEnd = time
      if (this.#start === undefined) {
        if (!sample.isKeyframe) continue
        this.#start = this.#segmentStart = time
      }
      if (time >= this.#start - epsilon) this.#video.push({ ...sample, time })
      else if (sample.isKeyframe) this.#previousKeyframe = time
    }
  }

  addAudio(samples: readonly Sample[]): void {
    for (const sample of samples) {
      const time = sample.decodeTime / this.#audioTrack.timescale
      if (time <= this.#audioEnd) continue
      this.#audioEnd = time
      this.#nextAudioTicks = sample.decodeTime + sample.duration
      this.#audio.push({ ...sample, time })
    }
  }

  /** Returns the parts that are complete so far. */
  *takeParts(): Generator<CutPart> {
    while (this.#start !== undefined) {
      // Audio before the first part is dropped. Later, slightly late audio is kept.
      this.#audio = dropBefore(this.#audio, this.#start - (this.#hasCut ? toleranceSeconds : epsilon))
      const boundary = this.#findBoundary(this.#start)
      if (!boundary) return
      yield this.#cut(this.#start, boundary)
    }
  }

  /** Returns the remaining parts at the end of the source. The last part ends its segment. */
  *takeRemainingParts(): Generator<CutPart> {
    yield* this.takeParts()
    const last = this.#video.at(-1)
    if (this.#start === undefined || !last) return
    const end = Math.max(last.time + last.duration / this.#videoTrack.timescale, this.#start + epsilon)
    while (this.#video.length > 0) {
      const isLast = end - this.#start <= livePartSeconds + epsilon
      const boundary = isLast ? { at: end, startsSegment: true } : this.#boundaryBeforeLimit(this.#start)
      yield this.#cut(this.#start, this.#boundaryAtKeyframe(this.#start) ?? boundary)
    }
  }

  #findBoundary(start: number): Boundary | undefined {
    const atKeyframe = this.#boundaryAtKeyframe(start)
    if (atKeyframe) return this.#hasAudioUntil(atKeyframe.at) ? atKeyframe : undefined
    const limit = start + livePartSeconds
    const isVideoKnown = this.#videoEnd >= limit - epsilon || this.#audioEnd > limit + 2 * toleranceSeconds
    return isVideoKnown && this.#hasAudioUntil(limit) ? this.#boundaryBeforeLimit(start) : undefined
  }

  #boundaryAtKeyframe(start: number): Boundary | undefined {
    const keyframe = this.#video.find(
      ({ time, isKeyframe }) => isKeyframe && time > start + epsilon && this.#isSegmentBoundary(time),
    )
    const isInPart = keyframe && keyframe.time <= start + livePartSeconds + epsilon
    return isInPart ? { at: keyframe.time, startsSegment: true } : undefined
  }

  /**
   * Returns where to end a part if no keyframe starts a new segment in time: at a keyframe or at the last
   * frame that fits, otherwise after the maximum duration.
   */
  #boundaryBeforeLimit(start: number): Boundary {
    const limit = start + livePartSeconds
    const frames = this.#video.filter(
      ({ time }) => time >= start + shortestPartSeconds - epsilon && time <= limit + epsilon,
    )
    const at = (frames.find(({ isKeyframe }) => isKeyframe) ?? frames.at(-1))?.time ?? limit
    return { at, startsSegment: at + livePartSeconds > this.#segmentStart + liveTargetSeconds + epsilon }
  }

  #isSegmentBoundary(keyframe: number) {
    const length = keyframe - this.#segmentStart
    const gop = keyframe - (this.#previousKeyframe ?? this.#segmentStart)
    const wanted = this.#sequence < shortFirstSegments ? firstSegmentSeconds : segmentSeconds
    return (
      length >= wanted - toleranceSeconds ||
      length + gop > liveTargetSeconds ||
      (this.#partIndex > 0 && !this.#startsWithKeyframe)
    )
  }

  // The video must continue if the audio stops.
  #hasAudioUntil(time: number) {
    return (
      this.#isSilent ||
      this.#audioEnd >= time - audioFrameSeconds - epsilon ||
      this.#videoEnd > time + maxAudioDelaySeconds
    )
  }

  // Players stop at the end of the shorter track.
  #fillAudioWithSilence(start: number, end: number) {
    const { timescale } = this.#audioTrack
    let decodeTime = Math.max(this.#nextAudioTicks, Math.ceil((start - epsilon) * timescale))
    for (; decodeTime / timescale < end - epsilon; decodeTime += silentAacFrame.duration)
      this.addAudio([{ ...silentAacFrame, decodeTime }])
  }

  #cut(start: number, { at, startsSegment }: Boundary): CutPart {
    if (this.#isSilent || this.#videoEnd > this.#audioEnd + maxAudioDelaySeconds)
      this.#fillAudioWithSilence(start, at)
    const video = this.#takeRun(this.#video, at, this.#videoTrack)
    const audio = this.#takeRun(this.#audio, at, this.#audioTrack)
    this.#video.splice(0, video.length)
    this.#audio.splice(0, audio.length)
    const runs = [
      { trackId: this.#videoTrack.id, samples: video },
      { trackId: this.#audioTrack.id, samples: audio },
    ]
    const bytes = writeFragment(this.#sequence * 100 + this.#partIndex + 1, runs)
    const first = video[0]
    const independent = first !== undefined && first.isKeyframe && first.time <= start + epsilon
    const part: CutPart = {
      sequence: this.#sequence,
      partIndex: this.#partIndex,
      segmentStartTime: this.#segmentStart,
      startTime: start,
      duration: at - start,
      independent,
      endsSegment: startsSegment,
      byteLength: bytes.length,
      bytes,
    }
    this.#previousKeyframe = video.findLast(({ isKeyframe }) => isKeyframe)?.time ?? this.#previousKeyframe
    if (part.partIndex === 0) this.#startsWithKeyframe = independent
    this.#hasCut = true
    this.#start = at
    this.#partIndex = startsSegment ? 0 : this.#partIndex + 1
    if (startsSegment) {
      this.#sequence += 1
      this.#segmentStart = at
    }
    return part
  }

  /**
   * Returns the samples before a time. The duration of each sample is the time until the next sample, if
   * there is one.
   */
  #takeRun(samples: readonly TimedSample[], at: number, { timescale }: Mp4Track): TimedSample[] {
    const end = samples.findIndex(({ time }) => time >= at - epsilon)
    return samples.slice(0, end === -1 ? undefined : end).map((sample, n) => {
      const next = samples[n + 1]
      const duration = next ? next.decodeTime - sample.decodeTime : sample.duration || timescale / 30
      return { ...sample, duration }
    })
  }
}

function dropBefore(samples: TimedSample[], time: number) {
  const first = samples.findIndex((sample) => sample.time >= time)
  return first === 0 ? samples : first === -1 ? [] : samples.slice(first)
}
