import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getContent } from '#contract/content/content.ts'
import { listPlaylistSegments } from '#media/hls/media-playlist.ts'
import type { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { filmFps, readFilmFrameNumbers } from '#tests/support/media/numbered-film.ts'

const exec = promisify(execFile)

export interface FilmRendition {
  name: string
  folder: string
}

const aacFrameSeconds = 1024 / 48_000

/** How the packets of a rendition differ from those of a complete film. */
export interface RenditionPackets {
  frames: number
  /** Frames that are missing, or whose time is not a multiple of the frame duration. */
  misplaced: number
  /** The duration of the video minus the duration of the audio, in seconds. */
  audioDifference: number
}

/** Reads the times of all packets of a rendition from the storage. */
export async function readPackets(playlist: string): Promise<RenditionPackets> {
  const entries = 'packet=codec_type,pts_time'
  const options = ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', playlist]
  const { stdout } = await exec('ffprobe', options, { maxBuffer: 2 ** 29 })
  const times: number[] = []
  let audioEnd = 0
  for (const line of stdout.split('\n')) {
    const [type, time] = line.split(',')
    if (type === 'video') times.push(Number(time))
    if (type === 'audio') audioEnd = Math.max(audioEnd, Number(time) + aacFrameSeconds)
  }
  times.sort((a, b) => a - b)
  const misplaced = times.filter((time, n) => Math.abs(time - times[0]! - n / filmFps) > 0.002).length
  const videoEnd = times.at(-1)! + 1 / filmFps
  return { frames: times.length, misplaced, audioDifference: videoEnd - audioEnd }
}

/**
 * Fetches two consecutive segments at each of `count` places from the server, and reads the numbers of their frames.
 * Half of the places are seams between two pieces, as long as there are enough seams. Returns how many places
 * of each rendition were read, and describes those where frames are missing, repeated or misplaced.
 */
export async function readPlaces(
  viewer: HttpTestClient,
  contentId: string,
  {
    renditions,
    count,
    segmentsPerPiece,
  }: { renditions: FilmRendition[]; count: number; segmentsPerPiece: number },
): Promise<{ places: number; wrong: string[] }> {
  const { stream_url } = await viewer.call(getContent, { params: { id: contentId } })
  const wrong: string[] = []
  let places = Infinity
  for (const { name, folder } of renditions) {
    const base = new URL(`${folder}/`, new URL(stream_url!, viewer.url)).pathname
    const segments = listPlaylistSegments(String(await download(viewer, `${base}index.m3u8`)))
    const init = await download(viewer, `${base}init.mp4`)
    const chosen = choosePlaces(segments.length, count, segmentsPerPiece)
    places = Math.min(places, chosen.size)
    for (const at of chosen) {
      const pair = segments.slice(at, at + 2)
      const bytes = await Promise.all(pair.map(({ file }) => download(viewer, `${base}${file}`)))
      const numbers = await readFilmFrameNumbers(Buffer.concat([init, ...bytes]))
      const first = Math.round(pair[0]!.start * filmFps)
      const frames = Math.round((pair[1]!.end - pair[0]!.start) * filmFps)
      const isRight = numbers.length === frames && numbers.every((number, n) => number === first + n)
      if (!isRight) wrong.push(`${name}, segment ${at}: frame ${first} is followed by ${numbers.join(' ')}`)
    }
  }
  return { places, wrong }
}

/** Returns the numbers of the segments where to read: the last segments of pieces, and others in between. */
function choosePlaces(segments: number, count: number, segmentsPerPiece: number): Set<number> {
  const last = segments - 2
  const isSeam = (at: number) => (at + 1) % segmentsPerPiece === 0
  const all = Array.from({ length: last + 1 }, (_, at) => at)
  const seams = spread(all.filter(isSeam), count / 2)
  const others = all.filter((at) => !isSeam(at))
  return new Set([...seams, ...spread(others, count - seams.length)])
}

/** Returns at most `count` of the values, evenly spread. */
function spread(values: number[], count: number): number[] {
  const step = Math.max(1, values.length / count)
  const chosen = Math.min(values.length, Math.floor(count))
  return Array.from({ length: chosen }, (_, n) => values[Math.floor(n * step)]!)
}

async function download(viewer: HttpTestClient, path: string): Promise<Buffer> {
  const response = await viewer.fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** Returns the path of a rendition's playlist in the storage of a site. */
export function getPlaylistPath(dataDir: string, playbackId: string, { folder }: FilmRendition): string {
  return join(dataDir, 'files/media', playbackId, folder, 'index.m3u8')
}
