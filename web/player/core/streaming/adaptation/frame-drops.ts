import { Hls } from 'hls.js/light'
import { getShorterVideoSide } from '../../quality.ts'
import { createFrameDropDetector } from './frame-drop-detector.ts'

const intervalMs = 5000

/** A device that drops frames at this size or below is busy with something else. Fewer pixels would not help. */
const minLoweredSide = 360

/**
 * The player discards what it has buffered in the old quality only if the connection can load the new quality at this
 * many times its bitrate.
 */
const reloadFactor = 4

type LoweredHls = Pick<
  Hls,
  | 'autoLevelCapping'
  | 'autoLevelEnabled'
  | 'bandwidthEstimate'
  | 'currentLevel'
  | 'levels'
  | 'nextLevel'
  | 'once'
  | 'trigger'
>
type WatchedVideo = Pick<HTMLVideoElement, 'paused' | 'playbackRate' | 'getVideoPlaybackQuality'>

/**
 * Lowers the quality if the device is too slow to show it, and does not choose that quality again for this
 * video. The option `capLevelOnFPSDrop` of hls.js is not used, because it also counts the frames that
 * browsers drop in hidden tabs and during fast playback, and lowers the quality that a viewer has chosen.
 */
export function lowerQualityWhenFramesDrop(hls: LoweredHls, video: WatchedVideo): void {
  const hasDroppedTooMany = createFrameDropDetector()
  const timer = setInterval(() => {
    const isComparable = !document.hidden && !video.paused && video.playbackRate <= 1 && hls.autoLevelEnabled
    if (!hasDroppedTooMany(video.getVideoPlaybackQuality(), isComparable)) return
    const droppedLevel = hls.currentLevel
    const [dropped, lower] = [hls.levels[droppedLevel], hls.levels[droppedLevel - 1]]
    if (!dropped || !lower || getShorterVideoSide(dropped) <= minLoweredSide) return
    const level = droppedLevel - 1
    // hls.js takes this level into account when it limits the quality to the size of the player.
    hls.trigger(Hls.Events.FPS_DROP_LEVEL_CAPPING, { level, droppedLevel })
    hls.autoLevelCapping = level
    // Setting `nextLevel` discards what is buffered. On a slow connection, playback would then stall.
    if (hls.bandwidthEstimate > reloadFactor * lower.maxBitrate) hls.nextLevel = -1
  }, intervalMs)
  hls.once(Hls.Events.DESTROYING, () => clearInterval(timer))
}
