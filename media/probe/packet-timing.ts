/**
 * The packet timing of one track, in seconds. ffprobe's output is processed line by line, because a four-hour
 * video has a million packets.
 */
export type PacketTiming = {
  packets: number
  /** The end of the last packet in seconds. */
  end: number
  /**
   * A constant rate in frames per second that suits the source, even if the source has a variable frame rate.
   */
  fps: number
  /** The average number of packets per second. */
  average: number
  variable: boolean
  keyframes: number
  /**
   * The longest distance in seconds from one keyframe to the next, or from the last keyframe to the end of
   * the track.
   */
  keyframeGap: number
}

/** The packet fields that ffprobe prints with `-of csv=p=0` for `collectPacketTiming`. */
export const ffprobePacketEntries = 'packet=pts_time,dts_time,duration_time,flags'

/**
 * Collects packet timing from the lines that ffprobe prints. Call `timing()` after the last line to get the
 * result. Packets that an edit list discards (flag D) are not counted.
 */
export function collectPacketTiming() {
  const times: number[] = []
  const keys: number[] = []
  let end = 0
  const line = (text: string) => {
    const [pts, dts, duration, flags = ''] = text.split(',')
    const time = Number.parseFloat(pts === 'N/A' ? dts! : pts!)
    if (flags.includes('D') || Number.isNaN(time)) return
    times.push(time)
    if (flags.includes('K')) keys.push(time)
    end = Math.max(end, time + (Number.parseFloat(duration!) || 0))
  }
  return { line, timing: (): PacketTiming => computeTiming(Float64Array.from(times).toSorted(), keys, end) }
}

function computeTiming(times: Float64Array, keys: number[], lastEnd: number): PacketTiming {
  const span = times.length > 1 ? times.at(-1)! - times[0]! : 0
  const average = span > 0 ? (times.length - 1) / span : 0
  const gaps = gapsOf(times).toSorted()
  const median = gaps[gaps.length >> 1] ?? 0
  const odd = gaps.filter((gap) => Math.abs(gap - median) > 0.0025 + median * 0.1).length
  const variable = odd > gaps.length * 0.02
  // Containers such as WMV and Matroska store no packet durations. In these containers, the track ends one
  // frame after the start of its last packet.
  const end = Math.max(lastEnd, times.length > 0 ? times.at(-1)! + median : 0)
  const fps = variable
    ? nextStandardRate(Math.max(average, median > 0 ? 1 / median : 0))
    : nearestStandardRate(median > 0 ? countFrameSlots(gaps, median) / span : average)
  const keyframeGap = Math.max(0, ...gapsOf(Float64Array.from([...keys, end]).toSorted()))
  return { packets: times.length, end, fps, average, variable, keyframes: keys.length, keyframeGap }
}

/**
 * Returns how many frames the track would have if no frames were missing. A dropped frame leaves a gap of
 * twice the usual length. AVI has no timestamps, so a 23.976 fps recording that dropped 2% of its frames
 * averages 23.5 fps. If no frame was dropped between two frames, the gap between them shows the true frame
 * rate of the recording.
 */
function countFrameSlots(gaps: Float64Array, median: number) {
  return gaps.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / median)), 0)
}

function gapsOf(times: Float64Array) {
  return times.slice(1).map((time, i) => time - times[i]!)
}

const rates = [5, 8, 10, 12, 15, 20, 24_000 / 1001, 24, 25, 30_000 / 1001, 30, 48, 50, 60_000 / 1001, 60]

// The tolerance is 0.06%. Clips of a few frames give imprecise rates, but 23.976 and 24 fps are only 0.1%
// apart.
function nearestStandardRate(fps: number) {
  if (!(fps > 0)) return 25
  const near = rates.toSorted((a, b) => Math.abs(a - fps) - Math.abs(b - fps))[0]!
  return Math.abs(near - fps) < fps * 0.0006 ? near : Math.max(5, Math.min(fps, 120))
}

/** Returns the lowest standard frame rate at which no frame is lost. We encode at most 60 fps. */
function nextStandardRate(fps: number) {
  return rates.find((usual) => usual >= fps * 0.985) ?? 60
}

/** Formats a frame rate so that ffmpeg reads it exactly: `30000/1001`, `25`, `28.573`. */
export function formatFrameRate(fps: number): string {
  const ntsc = Math.round((fps * 1001) / 1000)
  if (Math.abs(fps - Math.round(fps)) < 1e-6) return `${Math.round(fps)}`
  return Math.abs(fps - (ntsc * 1000) / 1001) < 1e-4 ? `${ntsc * 1000}/1001` : fps.toFixed(3)
}

/** Returns the exact frame rate that `formatFrameRate` has written, in frames per second. */
export function parseFrameRate(text: string): number {
  const [frames = 0, seconds = 1] = text.split('/').map(Number)
  return frames / seconds
}
