import { createDeck, type Deck, type Sources } from './deck.ts'
import { createGateway } from './gate.ts'
import { createIdle } from './idle.ts'
import { recall, remember } from './memory.ts'
import type { QualityChoice } from './quality.ts'
import { readBack, waitingAfter, watched } from './readback.ts'
import { createSound } from './sound.ts'
import { initialState, type PlayerState, type SourceName } from './state.ts'
import { seekable } from './steps.ts'
import { createStore, type Store } from './store.ts'
import { openStream, type StreamNews, warmUp } from './stream.ts'

export type PlaybackOptions = Sources & {
  /** Seconds, if known before anything is loaded. */
  duration?: number | null
  /** EBU R128 integrated loudness of `src`, in LUFS. */
  loudness?: number | null
  /** The page has a wide layout for the player, which the viewer can choose. */
  hasTheatre?: boolean
}

type Idle = ReturnType<typeof createIdle>

/** The video element and its stream, as one state and the verbs that change it. Nothing is fetched before the first verb that
 *  needs the video. */
export function createPlayback(options: PlaybackOptions, open: typeof openStream = openStream) {
  const store = createStore<PlayerState>(initialState(options.duration ?? 0))
  const idle = createIdle((controlsVisible) => store.set({ controlsVisible }))
  const deck: Deck = createDeck(
    store,
    options,
    newsTo(store, idle, () => deck.element()),
    open,
  )
  const gateway = createGateway()
  const sound = createSound(store, deck.element, options.loudness)
  const sync = () => {
    const video = deck.element()
    if (video) store.set(readBack(video, sound.gain()))
  }
  return {
    store,
    idle,
    ...sound,
    element: deck.element,
    attach(video: HTMLVideoElement) {
      deck.put(video)
      store.set({ quality: recall().quality ?? 'auto' })
      sound.restore()
      const stop = listen(video, store, idle, deck, sync)
      return () => {
        stop()
        idle.stop()
        deck.close()
        deck.put(null)
      }
    },
    ...transport(store, idle, deck, gateway, sync),
    putGate: gateway.put,
    async setQuality(quality: QualityChoice) {
      store.set({ quality })
      // A height is about this video; auto and the data saver are about this viewer.
      if (typeof quality === 'string') remember({ quality })
      const stream = await deck.current()
      stream?.choose(quality)
    },
    async frameRate() {
      const stream = await deck.current()
      return stream?.frameRate() ?? 30
    },
    /** There are more renditions. Failing to look is no failure to play; the next call looks again. */
    async reload() {
      const stream = await deck.current()
      await stream?.reload().catch(() => {})
    },
    warmUp: () => warmUp(deck.address(), deck.first()),
  }
}

function newsTo(store: Store<PlayerState>, idle: Idle, video: () => HTMLVideoElement | null): StreamNews {
  return {
    qualities: (qualities) => store.set({ qualities }),
    playing: (playingQuality) => store.set({ playingQuality }),
    failed(error) {
      video()?.pause()
      store.set({ error, waiting: false })
      idle.hold('error', true)
    },
  }
}

/** State follows the element: every event is a reason to read it again. */
function listen(
  video: HTMLVideoElement,
  store: Store<PlayerState>,
  idle: Idle,
  deck: Deck,
  sync: () => void,
) {
  const listening = new AbortController()
  const heard = (event: string) => {
    sync()
    const waiting = waitingAfter(event, video)
    if (waiting !== undefined) store.set({ waiting })
    if (event === 'playing') store.set({ started: true, error: null })
    if (event === 'error' && video.error?.code === 3) void recover()
    idle.hold('paused', video.paused || !store.get().started)
    idle.hold('error', store.get().error !== null)
  }
  const recover = async () => {
    const stream = await deck.current()
    if (stream?.recover()) store.set({ error: null, waiting: true })
  }
  for (const name of watched) video.addEventListener(name, () => heard(name), listening)
  sync()
  return () => listening.abort()
}

function transport(
  store: Store<PlayerState>,
  idle: Idle,
  deck: Deck,
  gateway: ReturnType<typeof createGateway>,
  sync: () => void,
) {
  const video = deck.element
  const onNow = () => gateway.instead() ?? video()

  /** False if not even the code for HLS arrived. */
  async function opened() {
    try {
      await deck.ready()
      return true
    } catch {
      store.set({ waiting: false, error: 'network' })
      return false
    }
  }
  async function play() {
    if (!video()) return
    const instead = gateway.instead()
    if (instead) return void instead.play().catch(() => {})
    // The stream loads behind what the gate shows; and it begins before all is drawn that stands there while one waits for it.
    const opening = opened()
    if ((await Promise.race([opening, anInstant()])) === false) return
    store.set({ waiting: true, error: null })
    await gateway.pass()
    if (await opening) await start(store, video())
  }
  async function reopen(source: SourceName, playing: boolean) {
    deck.change(source)
    idle.hold('error', false)
    if (playing) await play()
  }
  return {
    play,
    pause: () => onNow()?.pause(),
    togglePlay: () => (onNow()?.paused ? play() : onNow()?.pause()),
    async seekTo(time: number) {
      if (gateway.instead()) return
      const to = seekable(time, store.get().duration)
      deck.place(to)
      const element = (await opened()) && video()
      if (element) element.currentTime = to
      sync()
    },
    setRate(rate: number) {
      const element = video()
      if (element) element.defaultPlaybackRate = element.playbackRate = rate
    },
    switchSource: (source: SourceName) => reopen(source, store.get().started),
    retry: () => reopen(store.get().source, true),
  }
}

const anInstant = () => new Promise<void>((resolve) => setTimeout(resolve))

/** A browser that refuses to start with sound gets a second try without. */
async function start(store: Store<PlayerState>, video: HTMLVideoElement | null) {
  try {
    await video?.play()
  } catch (refusal) {
    const forSound = refusal instanceof DOMException && refusal.name === 'NotAllowedError' && !video?.muted
    store.set({ waiting: false })
    if (!forSound || !video) return
    video.muted = true
    store.set({ mutedByBrowser: true, waiting: true })
    await video.play().catch(() => store.set({ waiting: false }))
  }
}
