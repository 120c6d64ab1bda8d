import type { PlayerState, PlayerSourceName } from '../player-state.ts'
import type { StateStore } from '../state-store.ts'
import type { openPlaybackStream } from './playback-stream.ts'
import type { PlaybackStream, PlaybackStreamListener } from './playback-stream-types.ts'

export type PlayerSources = {
  src: string
  trailerSrc?: string | null
  /** The position at which playback starts, in seconds. */
  startAt?: number | undefined
  /**
   * The URLs that a player requests directly after `src`: the playlist of a rendition, its initialization
   * section and its first segment.
   */
  first?: readonly string[]
}

export type SourceLoader = ReturnType<typeof createSourceLoader>

/**
 * Manages the stream that plays in one video element. The stream is opened when it is first needed. The video
 * and its trailer keep separate playback positions.
 */
export function createSourceLoader(
  store: StateStore<PlayerState>,
  sources: PlayerSources,
  listener: PlaybackStreamListener,
  open: typeof openPlaybackStream,
) {
  let video: HTMLVideoElement | null = null
  let stream: Promise<PlaybackStream> | null = null
  let closing: Promise<void> = Promise.resolve()
  const places = { main: sources.startAt ?? 0, trailer: 0 }
  const source = () => store.get().source
  const address = () => (source() === 'trailer' && sources.trailerSrc) || sources.src

  // The prefetched URLs are useful only at the start position, because playback from another position
  // requests other segments.
  const first = () => (source() === 'main' && places.main === (sources.startAt ?? 0) && sources.first) || []

  async function load() {
    await closing
    if (!video) throw new Error('The player has no video element')
    const opened = await open(
      video,
      address(),
      { startAt: places[source()], startRendition: first() },
      listener,
    )
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
    /**
     * Returns the stream. Opens the stream if it is not open yet. If opening the stream fails, the next call
     * tries again.
     */
    ready() {
      stream ??= load()
      stream.catch(() => (stream = null))
      return stream
    },
    /** Returns the stream if it is open or being opened. */
    current: async () => stream?.catch(() => null) ?? null,
    close,
    /** Sets the start position, unless a stream is already open. */
    place(time: number) {
      if (!stream) places[source()] = time
    },
    /**
     * Closes the stream, stores its position, and switches to the given source. The given source can be the
     * current source.
     */
    change(to: PlayerSourceName) {
      places[source()] = video && !video.ended ? video.currentTime : 0
      close()
      store.set({ source: to, error: null, qualities: [], playingQuality: null, currentTime: places[to] })
    },
  }
}
