import type { PlaybackError } from './playback-errors.ts'
import type { QualityChoice } from './quality.ts'

export type PlayerSourceName = 'main' | 'trailer'

/**
 * The viewer's last action by key or touch, shown in a bubble over the picture and announced
 * politely. Each id is a new bubble.
 */
export type PlayerFeedback = { id: number; sign: PlayerFeedbackIcon; text: string }
export type PlayerFeedbackIcon =
  'play' | 'pause' | 'back' | 'on' | 'louder' | 'quieter' | 'muted' | 'rate' | 'frame' | 'view'

/** The fields below `error` are the player's own; those above it are read from the element after its events. */
export type PlayerState = {
  paused: boolean
  ended: boolean
  /** The first frame has been shown; before that, the poster and the big play button are visible. */
  started: boolean
  /** An ad comes first: it is being loaded, or playing. */
  interlude: 'waiting' | 'on' | null
  /** Play was requested but there is nothing to show yet: a spinner. */
  waiting: boolean
  muted: boolean
  volume: number
  /** Seconds. */
  currentTime: number
  duration: number
  /** The end of the contiguous buffered range at the current position, in seconds. */
  bufferedTo: number
  rate: number
  fullscreen: boolean
  pip: boolean
  error: PlaybackError | null
  source: PlayerSourceName
  /** Short sides of the renditions, highest first; empty if the browser chooses by itself. */
  qualities: number[]
  quality: QualityChoice
  /** The rendition being shown. */
  playingQuality: number | null
  /** Index into the caption tracks; -1 is off. */
  captions: number
  theatre: boolean
  evenVolume: boolean
  /** The browser muted the video until the viewer asks for sound. */
  mutedByBrowser: boolean
  controlsVisible: boolean
  keysShown: boolean
  bubble: PlayerFeedback | null
}

export function createInitialPlayerState(duration = 0): PlayerState {
  return {
    paused: true,
    ended: false,
    started: false,
    interlude: null,
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
    keysShown: false,
    bubble: null,
  }
}
