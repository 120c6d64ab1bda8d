import type { PlayerState, PlayerSourceName } from '../player-state.ts'
import type { StateStore } from '../state-store.ts'
import type { openPlaybackStream } from './playback-stream.ts'
import type { PlaybackStream, PlaybackStreamListener } from './playback-stream-types.ts'

export type PlayerSources = {
  src: string
  trailerSrc?: string | null
  /** Seconds. */
  startAt?: number | undefined
  /** What a player of `src` asks for first, after `src` itself: a rendition's playlist, its header, its first segment. */
  first?: readonly string[]
}

export type SourceLoader = ReturnType<typeof createSourceLoader>

/** One stream on one element, opened when it is first needed; each source keeps its own place. */
export function createSourceLoader(
  store: StateStore<PlayerState>,
  sources: PlayerSources,
  news: PlaybackStreamListener,
  open: typeof openPlaybackStream,
) {
  let video: HTMLVideoElement | null = null
  let stream: Promise<PlaybackStream> | null = null
  let closing: Promise<void> = Promise.resolve()
  const places = { main: sources.startAt ?? 0, trailer: 0 }
  const source = () => store.get().source
  const address = () => (source() === 'trailer' && sources.trailerSrc) || sources.src

  // Somewhere else in the film, something else comes first.
  const first = () => (source() === 'main' && places.main === (sources.startAt ?? 0) && sources.first) || []

  async function load() {
    await closing
    if (!video) throw new Error('The player has no video element')
    const opened = await open(video, address(), { startAt: places[source()], first: first() }, news)
    opened.choose(store.get().quality)
    return opened
  }

  function close() {
    const old = stream
    stream = null
    if (old) closing = old.then((opened) => opened.close()).catch(() => {})
  }

  return {
    address,
    first,
    element: () => video,
    put: (element: HTMLVideoElement | null) => (video = element),
    /** The stream, opened if it is not. After a failure the next call tries anew. */
    ready() {
      stream ??= load()
      stream.catch(() => (stream = null))
      return stream
    },
    /** The stream, if one is open or opening. */
    current: async () => stream?.catch(() => null) ?? null,
    close,
    /** Where to begin, as long as nothing is open. */
    place(time: number) {
      if (!stream) places[source()] = time
    },
    /** Leaves the stream, remembering where, for the same or the other source. */
    change(to: PlayerSourceName) {
      places[source()] = video && !video.ended ? video.currentTime : 0
      close()
      store.set({ source: to, error: null, qualities: [], playingQuality: null, currentTime: places[to] })
    },
  }
}
