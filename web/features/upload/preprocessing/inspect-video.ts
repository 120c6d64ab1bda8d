import { hasHiddenFrames } from './mp4-edit-list.ts'
import { canPreprocessFile } from './preprocess-video.ts'
import { openMediaInput } from './remux-video.ts'
import { canReencode, findEarliestCutTime } from './trim-plan.ts'

/** The properties of a local video that the trim dialog must know. */
export interface VideoInspection {
  /**
   * The duration in seconds. Files recorded by a browser do not contain their duration, so the duration is
   * computed.
   */
  duration: number
  /**
   * Returns the earliest time at or after `start` at which the trimmed video can start, or null if there is
   * none.
   */
  findStart(start: number): Promise<number | null>
}

/** Inspects a local video. Returns null if this device cannot trim the video. */
export async function inspectVideo(file: File): Promise<VideoInspection | null> {
  try {
    return (await canPreprocessFile(file.size)) ? await inspectTracks(file) : null
  } catch {
    return null
  }
}

async function inspectTracks(file: File): Promise<VideoInspection | null> {
  using input = openMediaInput(file)
  // Without this check, footage that the user has cut out with an editing app would become visible again.
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
