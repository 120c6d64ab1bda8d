import { hasHiddenFrames } from './mp4-edit-list.ts'
import { hasSpaceForCopy } from './preprocess-video.ts'
import { openMediaInput } from './remux-video.ts'
import { canReencode, findEarliestCutTime } from './trim-plan.ts'

/** What the trim dialog has to know about a local video. */
export interface VideoInspection {
  /** The duration in seconds. Recordings of a browser do not state their duration, so it is computed. */
  duration: number
  /** Returns the earliest possible start that is not before `start`, or null if there is none. */
  findStart(start: number): Promise<number | null>
}

/** Inspects a local video. Returns null if this device cannot trim the video. */
export async function inspectVideo(file: File): Promise<VideoInspection | null> {
  try {
    return (await hasSpaceForCopy(file.size)) ? await inspectTracks(file) : null
  } catch {
    return null
  }
}

async function inspectTracks(file: File): Promise<VideoInspection | null> {
  using input = openMediaInput(file)
  // Footage that was cut in an editor would become visible again.
  if (!(await input.canRead()) || (await hasHiddenFrames(file))) return null
  const video = await input.getPrimaryVideoTrack()
  if (!video || !(await video.getDecoderConfig())) return null
  const duration = await input.computeDuration()
  const isExact = await canReencode(video)
  return {
    duration,
    findStart: async (start) => (isExact ? start : readPossibleStart(file, start)),
  }
}

async function readPossibleStart(file: File, start: number): Promise<number | null> {
  using input = openMediaInput(file)
  const video = await input.getPrimaryVideoTrack()
  return video && findEarliestCutTime(video, start)
}
