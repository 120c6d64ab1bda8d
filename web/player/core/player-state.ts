import type { PlaybackError } from './playback-errors.ts'
import type { QualityChoice } from './quality.ts'

export type PlayerSourceName = 'main' | 'trailer'

/** What the viewer just did by key or touch: shown as a bubble over the picture and said politely. A new id is a new bubble. */
export type PlayerFeedback = { id: number; sign: PlayerFeedbackIcon; text: string }
export type PlayerFeedbackIcon =
  'play' | 'pause' | 'back' | 'on' | 'louder' | 'quieter' | 'muted' | 'rate' | 'frame' | 'view'

/** Everything below `error` is the player's own; everything above it is read back from the element after its events. */
export type PlayerState = {
  paused: boolean
  ended: boolean
  /** Has shown its first frame; until then the poster and the big button stand there. */
  started: boolean
  /** Something else comes first (an ad): it is being fetched, or on. */
  interlude: 'waiting' | 'on' | null
  /** Asked to play, or playing, but there is nothing to show yet: a spinner. */
  waiting: boolean
  muted: boolean
  volume: number
  /** Seconds. */
  currentTime: number
  duration: number
  /** Seconds buffered in one piece from where we are. */
  bufferedTo: number
  rate: number
  fullscreen: boolean
  pip: boolean
  error: PlaybackError | null
  source: PlayerSourceName
  /** Short sides of the renditions, highest first; empty where the browser chooses by itself. */
  qualities: number[]
  quality: QualityChoice
  /** The one being shown. */
  playingQuality: number | null
  /** Index into the caption tracks; -1 is off. */
  captions: number
  theatre: boolean
  evenVolume: boolean
  /** The browser refused sound until somebody asks for it. */
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
