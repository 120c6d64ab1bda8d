import { createSourceLoader, type SourceLoader, type PlayerSources } from './streaming/source-loader.ts'
import { createPlaybackInterceptorManager } from './playback-interceptor.ts'
import { createControlsVisibilityController } from './controls-visibility.ts'
import { loadPlayerPreferences, savePlayerPreferences } from './player-preferences.ts'
import type { QualityChoice } from './quality.ts'
import {
  readMediaElementState,
  isWaitingAfterMediaEvent,
  observedMediaEvents,
} from './media-element-state.ts'
import { recoverableMediaErrors } from './playback-errors.ts'
import { createVolumeControl } from './volume-control.ts'
import { createInitialPlayerState, type PlayerState, type PlayerSourceName } from './player-state.ts'
import { clampSeekTime } from './playback-adjustments.ts'
import { createStateStore, type StateStore } from './state-store.ts'
import { openPlaybackStream, preloadStream } from './streaming/playback-stream.ts'
import type { PlaybackStreamListener } from './streaming/playback-stream-types.ts'

export type PlaybackOptions = PlayerSources & {
  /** The duration of the video in seconds, if it is known before the video is loaded. */
  duration?: number | null
  /** The integrated loudness of the video at `src`, in LUFS (EBU R128). */
  loudness?: number | null
  /** True if the page supports theatre mode, a wide layout for the player. */
  hasTheatre?: boolean
  /** When the viewer pressed play, as `performance.now()`, if that was before the player was loaded. */
  pressedAt?: number | null
}

type ControlsVisibility = ReturnType<typeof createControlsVisibilityController>

/**
 * Manages the video element and its stream: keeps the state of both in one store and provides methods that
 * control playback. Nothing is loaded until a method that needs the video is called.
 */
export function createPlayback(
  options: PlaybackOptions,
  open: typeof openPlaybackStream = openPlaybackStream,
) {
  const store = createStateStore<PlayerState>(
    createInitialPlayerState(options.duration ?? 0, options.pressedAt),
  )
  const controlsVisibility = createControlsVisibilityController((controlsVisible) =>
    store.set({ controlsVisible }),
  )
  const sourceLoader: SourceLoader = createSourceLoader(
    store,
    options,
    createStreamListener(store, controlsVisibility, () => sourceLoader.element()),
    open,
  )
  const interceptor = createPlaybackInterceptorManager()
  const sound = createVolumeControl(store, sourceLoader.element, options.loudness)
  const sync = () => {
    const video = sourceLoader.element()
    if (video) store.set(readMediaElementState(video, sound.gain()))
  }
  return {
    store,
    idle: controlsVisibility,
    ...sound,
    element: sourceLoader.element,
    attach(video: HTMLVideoElement) {
      sourceLoader.put(video)
      store.set({ quality: loadPlayerPreferences().quality ?? 'auto' })
      sound.restore()
      const stop = listenToElement(video, store, controlsVisibility, sourceLoader, sync)
      return () => {
        stop()
        controlsVisibility.stop()
        sourceLoader.close()
        sourceLoader.put(null)
      }
    },
    ...createTransport(store, controlsVisibility, sourceLoader, interceptor, sync),
    installInterceptor: interceptor.install,
    async setQuality(quality: QualityChoice) {
      store.set({ quality })
      // A fixed quality such as 480p applies only to this video. Auto and the data saver are saved as the
      // viewer's preference.
      if (typeof quality === 'string') savePlayerPreferences({ quality })
      const stream = await sourceLoader.current()
      stream?.choose(quality)
    },
    async frameRate() {
      const stream = await sourceLoader.current()
      return stream?.frameRate() ?? 30
    },
    /**
     * Adds new renditions to the stream. If the renditions cannot be added, playback is not affected, and the
     * next call tries again.
     */
    async reload() {
      const stream = await sourceLoader.current()
      await stream?.reload().catch(() => {})
    },
    warmUp() {
      if (!store.get().started) preloadStream(sourceLoader.address(), sourceLoader.first())
    },
  }
}

function createStreamListener(
  store: StateStore<PlayerState>,
  controlsVisibility: ControlsVisibility,
  video: () => HTMLVideoElement | null,
): PlaybackStreamListener {
  return {
    qualities: (qualities) => store.set({ qualities }),
    playing: (playingQuality) => store.set({ playingQuality }),
    failed(error) {
      video()?.pause()
      store.set({ error, waiting: false })
      controlsVisibility.hold('error', true)
    },
  }
}

/** Updates the state of the player from the video element after every media event. */
function listenToElement(
  video: HTMLVideoElement,
  store: StateStore<PlayerState>,
  controlsVisibility: ControlsVisibility,
  sourceLoader: SourceLoader,
  sync: () => void,
) {
  const listening = new AbortController()
  const onEvent = (event: string) => {
    sync()
    const waiting = isWaitingAfterMediaEvent(event, video)
    if (waiting !== undefined) store.set({ waiting })
    if (event === 'playing')
      store.set({ started: true, startedAt: store.get().startedAt ?? performance.now(), error: null })
    if (event === 'error' && recoverableMediaErrors.has(video.error?.code ?? 0)) void recover()
    controlsVisibility.hold('paused', video.paused || !store.get().started)
    controlsVisibility.hold('error', store.get().error !== null)
  }
  const recover = async () => {
    const stream = await sourceLoader.current()
    if (stream?.recover()) store.set({ error: null, waiting: true })
  }
  for (const name of observedMediaEvents) video.addEventListener(name, () => onEvent(name), listening)
  sync()
  return () => listening.abort()
}

function createTransport(
  store: StateStore<PlayerState>,
  controlsVisibility: ControlsVisibility,
  sourceLoader: SourceLoader,
  interceptor: ReturnType<typeof createPlaybackInterceptorManager>,
  sync: () => void,
) {
  const video = sourceLoader.element
  const onNow = () => interceptor.instead() ?? video()

  /** Opens the stream of the video. Returns false if the code for HLS could not be loaded. */
  async function opened() {
    try {
      await sourceLoader.ready()
      return true
    } catch {
      store.set({ waiting: false, error: 'network' })
      return false
    }
  }
  async function play() {
    if (!video()) return
    const instead = interceptor.instead()
    if (instead) return void instead.play().catch(() => {})
    // Start loading the stream before waiting for an ad break. The stream then loads during the ad, and its
    // first request is sent before React renders the waiting state.
    const opening = opened()
    if ((await Promise.race([opening, nextTask()])) === false) return
    store.set({
      waiting: true,
      error: null,
      requestedAt: store.get().requestedAt ?? performance.now(),
    })
    await interceptor.pass()
    if (await opening) await playOrMute(store, video())
  }
  async function reopen(source: PlayerSourceName, playing: boolean) {
    sourceLoader.change(source)
    controlsVisibility.hold('error', false)
    if (playing) await play()
  }
  return {
    play,
    /** Continues a video that has been playing since `startedAt`, before the player's code was loaded. */
    async takeOver(startedAt: number) {
      const isWaiting = video()?.paused === false && video()!.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      store.set({ started: true, startedAt, waiting: isWaiting })
      await opened()
    },
    pause: () => onNow()?.pause(),
    togglePlay: () => (onNow()?.paused ? play() : onNow()?.pause()),
    async seekTo(time: number) {
      if (interceptor.instead()) return
      const to = clampSeekTime(time, store.get().duration)
      sourceLoader.place(to)
      const element = (await opened()) && video()
      if (element) element.currentTime = to
      sync()
    },
    setRate(rate: number) {
      const element = video()
      if (element) element.defaultPlaybackRate = element.playbackRate = rate
    },
    switchSource: (source: PlayerSourceName) => reopen(source, store.get().started),
    retry: () => reopen(store.get().source, true),
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Starts playing the video. If the browser blocks sound, tries again with the video muted. */
async function playOrMute(store: StateStore<PlayerState>, video: HTMLVideoElement | null) {
  try {
    await video?.play()
  } catch (refusal) {
    const isAutoplayRefusal =
      refusal instanceof DOMException && refusal.name === 'NotAllowedError' && !video?.muted
    store.set({ waiting: false })
    if (!isAutoplayRefusal || !video) return
    video.muted = true
    store.set({ mutedByBrowser: true, waiting: true })
    await video.play().catch(() => store.set({ waiting: false }))
  }
}
