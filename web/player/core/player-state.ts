import type { PlaybackError } from './playback-errors.ts'
import type { QualityChoice } from './quality.ts'

export type PlayerSourceName = 'main' | 'trailer'

/**
 * The viewer's last keyboard or touch action. A bubble over the picture shows the action, and a polite live
 * region announces the action to screen readers. Every action has a new `id`, so the player shows an action
 * again when the viewer repeats it.
 */
export type PlayerActionIndicator = { id: number; sign: PlayerActionIcon; text: string }
export type PlayerActionIcon =
  | 'play'
  | 'pause'
  | 'back'
  | 'on'
  | 'louder'
  | 'quieter'
  | 'muted'
  | 'rate'
  | 'frame'
  | 'view'

/**
 * The fields above `error` mostly mirror the video element, and are updated after its media events. The
 * fields below `error` are set by the player itself.
 */
export type PlayerState = {
  paused: boolean
  ended: boolean
  /**
   * True once the first frame of the video has been shown. The poster and the big play button are visible
   * until the first frame is shown.
   */
  started: boolean
  /** When the viewer asked for playback and when the first frame was shown, as `performance.now()`. */
  requestedAt: number | null
  startedAt: number | null
  /** Says whether an ad is loading (`waiting`) or playing (`on`) in place of the video. */
  adState: 'waiting' | 'on' | null
  /**
   * True if the viewer requested playback but no frame is available yet. The player shows a spinner while
   * this field is true.
   */
  waiting: boolean
  muted: boolean
  volume: number
  /** The playback position, in seconds. */
  currentTime: number
  duration: number
  /** The end of the buffered range that contains the current position, in seconds. */
  bufferedTo: number
  rate: number
  fullscreen: boolean
  pip: boolean
  error: PlaybackError | null
  source: PlayerSourceName
  /**
   * The lengths of the renditions' shorter sides in pixels, in descending order. If the browser chooses the
   * rendition itself, `qualities` is empty.
   */
  qualities: number[]
  quality: QualityChoice
  /** The length of the shorter side of the rendition that is currently shown, in pixels. */
  playingQuality: number | null
  /** The index of the active caption track, or -1 if captions are off. */
  captions: number
  theatre: boolean
  evenVolume: boolean
  /**
   * True if the video plays muted because the browser blocked sound. When the viewer turns the sound on,
   * `mutedByBrowser` becomes false.
   */
  mutedByBrowser: boolean
  controlsVisible: boolean
  shortcutsVisible: boolean
  feedback: PlayerActionIndicator | null
}

export function createInitialPlayerState(duration = 0, requestedAt: number | null = null): PlayerState {
  return {
    requestedAt,
    startedAt: null,
    paused: true,
    ended: false,
    started: false,
    adState: null,
    waiting: false,
    muted: false,
    volume: 1,
    currentTime: 0,
    duration,
    bufferedTo: 0,
    rate: 1,
    fullscreen: false,
    pip: false,
    error: null,
    source: 'main',
    qualities: [],
    quality: 'auto',
    playingQuality: null,
    captions: -1,
    theatre: false,
    evenVolume: true,
    mutedByBrowser: false,
    controlsVisible: true,
    shortcutsVisible: false,
    feedback: null,
  }
}
