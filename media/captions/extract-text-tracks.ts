import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ffmpegLogOptions } from '../encode/encode-commands.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegFileInputOptions } from '../ffmpeg/input-options.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import type { TextTrack } from '../probe/text-tracks.ts'
import { CaptionFileError, captionLimits } from './caption-problems.ts'
import { type Cue, stripCueMarkup } from './cue.ts'
import { parseCaptionFile } from './parse-captions.ts'

/** The captions in a text track, or the reason why the track is omitted. */
export type ExtractedTextTrack = TextTrack & ({ cues: Cue[] } | { problem: string })

interface ExtractionJob {
  input: string
  source: Pick<VideoSource, 'demuxer' | 'bytes' | 'duration' | 'textTracks'>
  /** The folder for this attempt, to which the tracks are written. */
  out: string
  signal?: AbortSignal | undefined
}

/**
 * Reads the text tracks of an uploaded file in the sandbox. The tracks have the same limits as caption files,
 * and are validated just as strictly. Only text is decoded, so the run takes about as long as reading the
 * file from the disk.
 */
export async function extractTextTracks({
  input,
  source,
  out,
  signal,
}: ExtractionJob): Promise<ExtractedTextTrack[]> {
  if (source.textTracks.length === 0) return []
  const [path, folder] = [resolve(input), resolve(out)]
  const fileOf = ({ index }: TextTrack) => join(folder, `text_${index}.vtt`)
  const args = [
    ...ffmpegLogOptions,
    ...buildFfmpegFileInputOptions(source.demuxer, path),
    ...source.textTracks.flatMap((track) => [
      // A track that exceeds the limit is truncated here and rejected below.
      ...ffmpegOptions({ map: `0:${track.index}`, 'c:s': 'webvtt', fs: captionLimits.fileBytes + 65_536 }),
      ...ffmpegOptions({ map_metadata: -1, map_chapters: -1, f: 'webvtt' }),
      fileOf(track),
    ]),
  ]
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args,
    input: path,
    folder,
    signal,
    cpuSeconds: 120,
    timeoutSeconds: 60 + source.bytes / 10_000_000,
    stallTimeoutSeconds: 60 + source.bytes / 10_000_000,
    fileBytes: 4 * captionLimits.fileBytes,
  })
  throwIfFfmpegFailed(result, 'text tracks', signal)
  return Promise.all(
    source.textTracks.map(async (track) => ({ ...track, ...(await readTrack(fileOf(track), source)) })),
  )
}

async function readTrack(file: string, { duration }: Pick<VideoSource, 'duration'>) {
  try {
    const cues = parseCaptionFile(await readFile(file)).filter(({ start }) => start < duration * 1000)
    if (cues.length === 0) return { problem: 'no_cues' }
    return looksLikeTelemetry(cues) ? { problem: 'telemetry' } : { cues }
  } catch (error) {
    if (error instanceof CaptionFileError) return { problem: error.message.slice(0, 200) }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { problem: 'no_cues' }
    throw error
  }
}

/**
 * Whether the text is telemetry that drones and action cameras write with every frame, such as positions and
 * exposure. Telemetry is not captions, and would reveal where the video was recorded.
 */
function looksLikeTelemetry(cues: readonly Cue[]): boolean {
  const found = cues.filter(({ lines }) => telemetry.test(lines.map(stripCueMarkup).join(' ')))
  return found.length > cues.length / 4
}

const telemetry = /\b(?:gps|latitude|longitude|altitude|rel_alt|abs_alt|shutter|fnum)\b|-?\d{1,3}\.\d{5,}/i
