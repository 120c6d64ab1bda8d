import { createIdle } from './idle.ts'
import { recall, remember } from './memory.ts'
import type { QualityChoice } from './quality.ts'
import { readBack, waitingAfter, watched } from './readback.ts'
import { initialState, type PlayerState, type SourceName } from './state.ts'
import { evenGain, seekable, volumeStep } from './steps.ts'
import { createStore } from './store.ts'
import { openStream, type Stream, warmUp } from './stream.ts'

export type PlaybackOptions = {
  src: string
  trailerSrc?: string | null
  /** Seconds. */
  startAt?: number
  /** Seconds, if known before anything is loaded. */
  duration?: number | null
  /** EBU R128 integrated loudness of `src`, in LUFS. */
  loudness?: number | null
}

export type Playback = ReturnType<typeof createPlayback>

/** The video element and its stream, as one state and the verbs that change it. Nothing is fetched before the first verb that
 *  needs the video. */
export function createPlayback(options: PlaybackOptions, open: typeof openStream = openStream) {
  const store = createStore<PlayerState>(initialState(options.duration ?? 0))
  const idle = createIdle((controlsVisible) => store.set({ controlsVisible }))
  let video: HTMLVideoElement | null = null
  let stream: Promise<Stream> | null = null
  let closing: Promise<void> = Promise.resolve()
  let position = { main: options.startAt ?? 0, trailer: 0 }

  const address = () => (store.get().source === 'trailer' && options.trailerSrc) || options.src
  const gain = () => {
    const { evenVolume, source } = store.get()
    return evenVolume && source === 'main' ? evenGain(options.loudness) : 1
  }
  const sync = () => video && store.set(readBack(video, gain()))

  function attach(element: HTMLVideoElement) {
    video = element
    const saved = recall()
    store.set({ quality: saved.quality ?? 'auto', evenVolume: saved.evenVolume ?? true })
    video.volume = (saved.volume ?? 1) * gain()
    video.muted = saved.muted ?? false
    const listening = new AbortController()
    for (const name of watched) element.addEventListener(name, () => heard(name), listening)
    sync()
    return () => {
      listening.abort()
      idle.stop()
      close()
      video = null
    }
  }

  function heard(event: (typeof watched)[number]) {
    if (!video) return
    sync()
    const waiting = waitingAfter(event, video)
    if (waiting !== undefined) store.set({ waiting })
    if (event === 'playing') store.set({ started: true, error: null })
    if (event === 'error' && video.error?.code === 3) void recover()
    idle.hold('paused', video.paused || !store.get().started)
    idle.hold('error', store.get().error !== null)
  }

  async function recover() {
    const current = await stream
    if (current?.recover()) store.set({ error: null, waiting: true })
  }

  function ready(): Promise<Stream> {
    stream ??= closing.then(async () => {
      const { source } = store.get()
      const opened = await open(video!, address(), position[source], {
        qualities: (qualities) => store.set({ qualities }),
        playing: (playingQuality) => store.set({ playingQuality }),
        failed: (error) => {
          video?.pause()
          store.set({ error, waiting: false })
          idle.hold('error', true)
        },
      })
      opened.choose(store.get().quality)
      return opened
    })
    return stream
  }

  function close() {
    const old = stream
    stream = null
    if (old) closing = old.then((opened) => opened.close()).catch(() => {})
  }

  async function play() {
    if (!video) return
    store.set({ waiting: true, error: null })
    try {
      await ready()
      await start()
    } catch {
      stream = null
      store.set({ waiting: false, error: 'network' })
    }
  }

  /** A browser that refuses to start with sound gets a second try without. */
  async function start() {
    try {
      await video?.play()
    } catch (refusal) {
      const refused = refusal instanceof DOMException && refusal.name === 'NotAllowedError'
      store.set({ waiting: false })
      if (!refused || !video || video.muted) return
      video.muted = true
      store.set({ mutedByBrowser: true, waiting: true })
      await video.play().catch(() => store.set({ waiting: false }))
    }
  }

  /** Leaves the stream and comes back to the same second of it (or of the other source). */
  async function reopen(source: SourceName, playing: boolean) {
    position = { ...position, [store.get().source]: video?.currentTime ?? 0 }
    close()
    store.set({ source, error: null, qualities: [], playingQuality: null, currentTime: position[source] })
    idle.hold('error', false)
    if (playing) await play()
  }

  return {
    store,
    idle,
    attach,
    element: () => video,
    play,
    pause: () => video?.pause(),
    togglePlay: () => (video?.paused ? play() : video?.pause()),
    async seekTo(time: number) {
      if (!video) return
      const to = seekable(time, store.get().duration)
      if (!stream) position = { ...position, [store.get().source]: to }
      await ready()
      video.currentTime = to
      sync()
    },
    setVolume(volume: number) {
      if (!video) return
      video.volume = volumeStep(volume) * gain()
      video.muted = volumeStep(volume) === 0
      store.set({ mutedByBrowser: false })
      remember({ volume: volumeStep(volume), muted: video.muted })
    },
    setMuted(muted: boolean) {
      if (!video) return
      video.muted = muted
      // Unmuting at nothing would still be silence.
      if (!muted && store.get().volume === 0) video.volume = 0.5 * gain()
      store.set({ mutedByBrowser: false })
      remember({ muted })
    },
    setRate(rate: number) {
      if (video) video.defaultPlaybackRate = video.playbackRate = rate
    },
    setEvenVolume(evenVolume: boolean) {
      const { volume } = store.get()
      store.set({ evenVolume })
      if (video) video.volume = volume * gain()
      remember({ evenVolume })
    },
    async setQuality(quality: QualityChoice) {
      store.set({ quality })
      // A height is about this video; auto and the data saver are about this viewer.
      if (typeof quality === 'string') remember({ quality })
      const current = await stream
      current?.choose(quality)
    },
    frameRate: async () => (await stream)?.frameRate() ?? 30,
    switchSource: (source: SourceName) => reopen(source, store.get().started),
    retry: () => reopen(store.get().source, true),
    async reload() {
      // Failing to look is no failure to play; the next call looks again.
      const current = await stream
      await current?.reload().catch(() => {})
    },
    warmUp: () => warmUp(address()),
  }
}
