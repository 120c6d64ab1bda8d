import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A corpus file, with the properties that the manifest expects of the video delivered to viewers. */
export interface CorpusClip {
  name: string
  path: string
  kind: 'video' | 'picture'
  /** A short description for the report. */
  what: string
  /** Width and height of the upright picture, as displayed. */
  width: number
  height: number
  /** Frames per second; 0 for images. */
  fps: number
  variable: boolean
  hasSound: boolean
  /** Duration of the video in seconds. */
  duration: number
  /** The location and device that the manifest lists for the file. */
  facts: string
}

/** Reads MANIFEST.tsv. Throws if a required column is missing. */
export async function readCorpusManifest(folder: string): Promise<CorpusClip[]> {
  const [head = '', ...lines] = (await readFile(join(folder, 'MANIFEST.tsv'), 'utf8')).trim().split('\n')
  const columns = head.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    const cell = (name: string) => {
      if (!columns.includes(name)) throw new Error(`the manifest has no column ${name}`)
      return cells[columns.indexOf(name)] ?? ''
    }
    return clipOf(folder, cell)
  })
}

function clipOf(folder: string, cell: (name: string) => string): CorpusClip {
  const name = cell('file')
  const kind = cell('video_codec') === 'image' ? 'picture' : 'video'
  const sound = cell('audio_codec')
  return {
    name,
    path: join(folder, name),
    kind,
    what: [cell('container').split(' ')[0], cell('video_codec').split(' ')[0], cell('resolution'), sound]
      .filter((word) => word && word !== 'image' && word !== '-')
      .join(' '),
    ...upright(cell('resolution'), cell('rotation')),
    fps: Number.parseFloat(cell('fps')) || 0,
    variable: cell('fps').includes('VFR'),
    hasSound: kind === 'video' && sound !== 'none',
    duration: Number.parseFloat(cell('duration_s')) || 0,
    facts: cell('other_facts'),
    ...corrections[name],
  }
}

/**
 * Parses the size column. `320x180 + 480x270` means two tracks, of which the checks use the larger one.
 * `SAR 852:853` means non-square pixels, and ±90 means rotated by 90°.
 */
function upright(resolution: string, rotation: string) {
  const sizes = [...resolution.matchAll(/(\d+)x(\d+)/g)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }))
  const { width, height } = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]!
  const [, across = '1', down = '1'] = /SAR (\d+):(\d+)/.exec(resolution) ?? []
  const wide = Math.round((width * Number(across)) / Number(down))
  const isTurned = Math.abs(Number(rotation)) === 90 || /exif:[5-8]/.test(rotation)
  return isTurned ? { width: height, height: wide } : { width: wide, height }
}

/**
 * The manifest lists the container's duration and the first track's frame rate. For the following files, the
 * duration or frame rate of the served video differs from the manifest.
 */
const corrections: Record<string, Partial<CorpusClip>> = {
  // The subtitles last 16.57 s, and the larger of the two video tracks has 29.97 frames per second.
  'nasa_2video_2audio_2subs.mp4': { duration: 13.01, fps: 29.97 },
  // The telemetry track lasts 5.00 s, and the video and audio tracks last 4.50 s.
  'gopro_max_gps_atom_gpmf.mp4': { duration: 4.5 },
}
