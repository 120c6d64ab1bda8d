import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { ffmpegLogOptions } from '../encode/encode-commands.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { ffmpegOptions } from '../ffmpeg/ffmpeg-options.ts'
import { buildFfmpegStdinInputOptions } from '../ffmpeg/input-options.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'

/** The sample rate of the mono audio that speech recognition expects, in samples per second. */
export const speechSampleRate = 16_000

/** The niceness of the speech recognition process. All other work on the site takes precedence. */
export const transcriptionNiceLevel = 19

interface DecodeJob {
  /** The init segment of an audio rendition, and some of its segments in order. */
  fragments: Readable
  /** The number of seconds to skip at the start of the segments, and the number of seconds to decode. */
  skipSeconds: number
  seconds: number
  /** An empty folder in which to write the audio. */
  folder: string
  /** Defaults to the lowest priority. */
  nice?: number | undefined
  signal: AbortSignal
}

/**
 * Decodes a part of an audio rendition to 16-bit mono samples at 16 kHz. Returns the path of the file and its
 * duration in seconds. The duration is 0 if the part has no audio.
 */
export async function decodeSpeechAudio(job: DecodeJob) {
  const { fragments, skipSeconds, seconds, folder, nice = transcriptionNiceLevel, signal } = job
  const file = join(resolve(folder), 'speech.pcm')
  const args = [
    ...ffmpegLogOptions,
    ...buildFfmpegStdinInputOptions(),
    ...ffmpegOptions({ map: '0:a:0', ss: skipSeconds.toFixed(3), t: seconds.toFixed(3) }),
    ...ffmpegOptions({ ac: 1, ar: speechSampleRate, 'c:a': 'pcm_s16le', f: 's16le' }),
    file,
  ]
  const result = await runFfmpeg({
    tool: 'ffmpeg',
    args,
    folder,
    stdin: fragments,
    signal,
    nice,
    cpuSeconds: 120,
    timeoutSeconds: 1800,
    stallTimeoutSeconds: 600,
    fileBytes: Math.ceil(seconds + 1) * speechSampleRate * 2,
  })
  throwIfFfmpegFailed(result, 'speech audio', signal)
  const { size } = await stat(file)
  return { file, seconds: size / 2 / speechSampleRate }
}
