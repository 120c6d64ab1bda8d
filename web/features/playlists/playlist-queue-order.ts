/** The playback settings of a playlist. The URL of the watch page contains these settings. */
export interface PlaylistQueueSettings {
  /** The id of the playlist. */
  list: string
  /** The seed of the random order, or null to play the videos in the order of the playlist. */
  shuffle: number | null
  /** True if the playlist starts again after its last video. */
  loop: boolean
  /**
   * True if the next video starts after a countdown at the end of each video, because the viewer pressed
   * "Play all".
   */
  playAll: boolean
}

/**
 * Reads the playlist settings from the query string of the watch page. Returns null if no playlist is
 * playing.
 */
export function parsePlaylistQueueSettings(search: string): PlaylistQueueSettings | null {
  const query = new URLSearchParams(search)
  const list = query.get('list')
  if (!list) return null
  const seed = Number(query.get('shuffle'))
  return {
    list,
    shuffle: Number.isInteger(seed) && seed > 0 ? seed : null,
    loop: query.get('loop') === '1',
    playAll: query.get('play') === 'all',
  }
}

/** Returns the query string of the watch page that contains these settings. */
export function formatPlaylistQueueQuery({
  list,
  shuffle = null,
  loop = false,
  playAll = false,
}: Pick<PlaylistQueueSettings, 'list'> & Partial<PlaylistQueueSettings>): string {
  const query = new URLSearchParams({ list })
  if (shuffle !== null) query.set('shuffle', String(shuffle))
  if (loop) query.set('loop', '1')
  if (playAll) query.set('play', 'all')
  return String(query)
}

/**
 * Returns the videos of a playlist in the order in which they are played. The position of a video in the
 * random order depends only on the seed and the video's id. Therefore, if one video disappears, the order of
 * the other videos stays the same.
 */
export function orderPlaylistQueue<Item extends { id: string }>(
  items: readonly Item[],
  { shuffle }: Pick<PlaylistQueueSettings, 'shuffle'>,
): Item[] {
  if (shuffle === null) return [...items]
  return items.toSorted((a, b) => rank(a.id, shuffle) - rank(b.id, shuffle))
}

/**
 * Returns the video that is played after the video `id`. `known` is the playing order before the playlist was
 * reloaded. If the current video is no longer in the playlist, its position is taken from `known`.
 */
export function findNextInPlaylistQueue<Item extends { id: string }>(
  queue: readonly Item[],
  id: string,
  { loop }: Pick<PlaylistQueueSettings, 'loop'>,
  known: readonly string[] = [],
): Item | undefined {
  const at = queue.findIndex((item) => item.id === id)
  const later =
    at >= 0
      ? queue[at + 1]
      : known
          .slice(known.indexOf(id) + 1)
          .map((other) => queue.find((item) => item.id === other))
          .find((item) => item !== undefined)
  if (later || !loop) return later
  return queue[0]?.id === id ? undefined : queue[0]
}

/** A random seed from 1 to 999,999 for `PlaylistQueueSettings.shuffle`. */
export function createShuffleSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999)
}

/** Computes a 32-bit FNV-1a hash of the video's id and the seed. */
function rank(id: string, seed: number): number {
  let hash = 2_166_136_261
  for (const character of `${seed} ${id}`) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0
  // The hash spreads out ids that differ only in their last characters, which would otherwise get similar
  // values.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}
