import { resolve } from 'node:path'
import { throwIfFfmpegFailed } from './ffmpeg/ffmpeg-failures.ts'
import { stereoFilter } from './encode/encode-commands.ts'
import { runFfmpeg } from './ffmpeg/run-ffmpeg.ts'
import { buildFfmpegFileInputOptions } from './ffmpeg/input-options.ts'
import { ffmpegOptions } from './ffmpeg/ffmpeg-options.ts'
import type { VideoSource } from './probe/probe-video.ts'
import { MediaRejectedError } from './media-rejection.ts'

/**
 * Returns the integrated loudness of the selected audio in LUFS (EBU R128, gated). Returns null if there is
 * no audio, if the audio is silent (-70 LUFS, the lowest value of the meter) or if the audio cannot be
 * decoded.
 */
export async function measureLoudness(job: {
  source: VideoSource
  input: string
  signal?: AbortSignal | undefined
}): Promise<number | null> {
  const { source, input, signal } = job
  if (source.audio === null) return null
  const args = buildLoudnessCommand(source, resolve(input))
  const result = await runFfmpeg({ tool: 'ffmpeg', args, input, signal, cpuSeconds: 60 + source.duration })
  try {
    throwIfFfmpegFailed(result, 'loudness', signal)
  } catch (error) {
    if (error instanceof MediaRejectedError) return null
    throw error
  }
  return parseIntegratedLoudness(result.log)
}

/**
 * Builds the command that measures loudness. The meter prints its summary to standard error at level `info`.
 * `framelog` suppresses the ten lines per second that the meter would otherwise print.
 */
export function buildLoudnessCommand(source: VideoSource, path: string): string[] {
  const begin = ffmpegOptions({
    hide_banner: true,
    nostdin: true,
    v: 'info',
    nostats: true,
    progress: 'pipe:1',
    vn: true,
  })
  const what = [
    '-map',
    `0:${source.audio?.index}`,
    '-af',
    `${stereoFilter},ebur128=framelog=verbose`,
    '-f',
    'null',
    '-',
  ]
  return [...begin, ...buildFfmpegFileInputOptions(source.demuxer, path), ...what]
}

function parseIntegratedLoudness(log: string) {
  const lufs = Number.parseFloat(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(log)?.[1] ?? 'NaN')
  return Number.isNaN(lufs) || lufs <= -70 ? null : lufs
}
