/** How a playlist is played. The URL of the watch page contains these values. */
export interface PlaylistQueueSettings {
  /** The id of the playlist. */
  list: string
  /** The seed of the random order, or null to play in the order of the playlist. */
  shuffle: number | null
  /** Whether the playlist starts again after its last video. */
  loop: boolean
  /** Whether each video is followed by the next one after a countdown, because the viewer pressed "Play all". */
  playAll: boolean
}

/** Reads the settings from the query string of the watch page. Returns null if no playlist is playing. */
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

/** Returns the query string of the watch page for these settings. */
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
 * Returns the videos in the order in which they are played. Each video's place in the random order depends only
 * on the seed and the video's id. When a video disappears, the order of the others therefore stays the same.
 */
export function orderPlaylistQueue<Item extends { id: string }>(
  items: readonly Item[],
  { shuffle }: Pick<PlaylistQueueSettings, 'shuffle'>,
): Item[] {
  if (shuffle === null) return [...items]
  return items.toSorted((a, b) => rank(a.id, shuffle) - rank(b.id, shuffle))
}

/**
 * Returns the video to play after the video `id`. `known` is the order in which the videos were played before
 * the list was loaded again. If the current video is no longer in the list, `known` shows where it was.
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

/** A random number from 1 to 999,999 for `QueueSettings.shuffle`. */
export function createShuffleSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999)
}

/** A 32-bit FNV-1a hash of the id and the seed. */
function rank(id: string, seed: number): number {
  let hash = 2_166_136_261
  for (const character of `${seed} ${id}`) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0
  // Ids that differ only in their last characters would otherwise have similar hashes.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}
