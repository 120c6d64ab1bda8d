import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { foregroundNiceLevel, runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import { ffmpegLogOptions, metadataStrippingOptions } from './encode-commands.ts'

interface Mp4Job {
  /** The bytes of a rendition: its init segment followed by all its segments in order. */
  fragments: Readable
  /** The size of each fragment, in bytes. */
  bytes: number
  /** An empty folder in which to write the file. */
  folder: string
  signal: AbortSignal
}

const MB = 1024 ** 2

/**
 * Remuxes a rendition into one MP4 file that every player can open, and returns the path of the file. The
 * video is not re-encoded, so the file is about as large as the segments.
 */
export async function writeMp4({ fragments, bytes, folder, signal }: Mp4Job): Promise<string> {
  const file = join(resolve(folder), 'video.mp4')
  const args = [
    ...ffmpegLogOptions,
    ...buildFfmpegStdinInputOptions(),
    ...ffmpegOptions({ map: '0:v:0' }),
    ...ffmpegOptions({ map: '0:a:0?', c: 'copy', movflags: '+faststart' }),
    ...metadataStrippingOptions,
    file,
  ]
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args,
    folder,
    stdin: fragments,
    signal,
    nice: foregroundNiceLevel,
    cpuSeconds: 300,
    timeoutSeconds: 900,
    fileBytes: Math.ceil(bytes * 1.1) + 64 * MB,
  })
  throwIfFfmpegFailed(result, 'download', signal)
  return file
}
