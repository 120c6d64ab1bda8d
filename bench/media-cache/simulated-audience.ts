import { createKeepAliveAgent, measureHttpGet } from '#tests/support/measurements/http-get-timing.ts'

export interface Library {
  /** The playback ids of the films, most popular first. */
  films: string[]
  segmentsPerFilm: number
  renditions: string[]
}

/** Zipf's exponent: the most popular of 300 films gets about 7% of all viewings. */
const popularityExponent = 0.8
const meanViewingSeconds = 240
export const segmentSeconds = 4

/**
 * What one viewing requests, in order: the playlists and the first segment together, then a segment every four seconds.
 */
export interface Viewing {
  start: string[]
  segments: string[]
}

/** Chooses a film by its popularity, a quality, and how long the viewer watches from the beginning. */
export function createViewing({ films, segmentsPerFilm, renditions }: Library): Viewing {
  const film = films[chooseRank(films.length)]!
  const folder = `/media/${film}/1/${renditions[Math.floor(Math.random() * renditions.length)]!}`
  const seconds = -Math.log(1 - Math.random()) * meanViewingSeconds
  const count = Math.min(segmentsPerFilm, Math.ceil(seconds / segmentSeconds))
  return {
    start: [`/media/${film}/master.m3u8`, `${folder}/index.m3u8`, `${folder}/init.mp4`],
    segments: Array.from({ length: count }, (_, nth) => `${folder}/${segmentName(nth)}`),
  }
}

export const segmentName = (nth: number) => `seg_${String(nth + 1).padStart(5, '0')}.m4s`

const sumsOfWeights = new Map<number, number[]>()

function chooseRank(count: number): number {
  let sums = sumsOfWeights.get(count)
  if (!sums) {
    let sum = 0
    sums = Array.from({ length: count }, (_, rank) => (sum += (rank + 1) ** -popularityExponent))
    sumsOfWeights.set(count, sums)
  }
  const chosen = Math.random() * sums.at(-1)!
  return sums.findIndex((sum) => sum >= chosen)
}

/**
 * Requests once everything that an audience would have requested in the last hours, except the playlists that no cache
 * keeps. A cache that keeps responses for a day contains all of it, so the benchmark does not have to run for hours.
 */
export async function requestEarlierViewings(
  url: string,
  library: Library,
  { viewers, hours }: { viewers: number; hours: number },
): Promise<number> {
  const paths = new Set<string>()
  for (let seconds = 0; seconds < viewers * hours * 3600;) {
    const { start, segments } = createViewing(library)
    for (const path of [...start.slice(1), ...segments]) paths.add(path)
    seconds += segments.length * segmentSeconds
  }
  const waiting = [...paths]
  const fetchAll = async () => {
    const agent = createKeepAliveAgent()
    for (let path = waiting.pop(); path; path = waiting.pop()) await measureHttpGet(url + path, agent)
    agent.destroy()
  }
  await Promise.all(Array.from({ length: 16 }, fetchAll))
  return paths.size
}

/** Lets viewers watch in real time. Returns how many requests they made, and how many of these failed. */
export async function watch(
  url: string,
  library: Library,
  { viewers, seconds }: { viewers: number; seconds: number },
): Promise<{ requests: number; errors: number }> {
  const until = performance.now() + seconds * 1000
  let [requests, errors] = [0, 0]
  const one = async () => {
    const agent = createKeepAliveAgent()
    const get = async (path: string) => {
      const { status } = await measureHttpGet(url + path, agent)
      requests += 1
      if (status !== 200) errors += 1
    }
    // Viewers are in the middle of a film when the measurement begins. At any moment, long viewings are more likely.
    let viewing = createViewing(library)
    while (Math.random() > viewing.segments.length / library.segmentsPerFilm) viewing = createViewing(library)
    let nth = Math.floor(Math.random() * viewing.segments.length)
    await pause(Math.random() * segmentSeconds * 1000)
    while (performance.now() < until) {
      if (nth === 0) for (const path of viewing.start) await get(path)
      await get(viewing.segments[nth]!)
      nth += 1
      if (nth === viewing.segments.length) [viewing, nth] = [createViewing(library), 0]
      await pause(segmentSeconds * 1000)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: viewers }, one))
  return { requests, errors }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
