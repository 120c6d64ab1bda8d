import { Hls } from 'hls.js/light'
import { createFrameDropDetector } from './frame-drop-detector.ts'

const intervalMs = 5000

/**
 * Lowers the quality if the device is too slow to show it, and does not choose that quality again for this
 * video. The option `capLevelOnFPSDrop` of hls.js is not used, because it also counts the frames that
 * browsers drop in hidden tabs and during fast playback, and lowers the quality that a viewer has chosen.
 */
export function lowerQualityWhenFramesDrop(hls: Hls, video: HTMLVideoElement): void {
  const hasDroppedTooMany = createFrameDropDetector()
  const timer = setInterval(() => {
    const isComparable = !document.hidden && !video.paused && video.playbackRate <= 1 && hls.autoLevelEnabled
    if (!hasDroppedTooMany(video.getVideoPlaybackQuality(), isComparable) || hls.currentLevel < 1) return
    const [level, droppedLevel] = [hls.currentLevel - 1, hls.currentLevel]
    // hls.js takes this level into account when it limits the quality to the size of the player.
    hls.trigger(Hls.Events.FPS_DROP_LEVEL_CAPPING, { level, droppedLevel })
    hls.autoLevelCapping = level
    hls.nextLevel = -1
  }, intervalMs)
  hls.once(Hls.Events.DESTROYING, () => clearInterval(timer))
}
