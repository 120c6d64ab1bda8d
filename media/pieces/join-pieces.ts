import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { audioOnlyRung } from '../encode/bitrate-ladder.ts'
import { emptyFolder } from '../ffmpeg/empty-folder.ts'
import { throwIfFfmpegFailed } from '../ffmpeg/ffmpeg-failures.ts'
import { runFfmpeg } from '../ffmpeg/run-ffmpeg.ts'
import type { Rendition } from '../hls/rendition.ts'
import { verifyAudioRendition, verifyRendition } from '../hls/verify-rendition.ts'
import { stripEncoderTags } from '../mp4/encoder-tags.ts'
import { readMp4Header } from '../mp4/fragment-times.ts'
import type { VideoSource } from '../probe/probe-video.ts'
import { buildAudioRenditionCommand, buildJoinCommand } from './piece-commands.ts'

type JoinJob = {
  source: VideoSource
  /** The folder in which the rendition gets a subfolder. */
  out: string
  /** The path of the file with the audio of the whole video. Null if the video has no audio. */
  audio: string | null
  signal?: AbortSignal | undefined
}

/**
 * Joins the pieces of a rung without encoding them again, and verifies the rendition. `pieces` returns the
 * paths of the files in order. Each file is read completely before the next one is requested.
 */
export async function joinPieces(
  { source, out, audio, signal }: JoinJob,
  name: string,
  pieces: AsyncIterable<string>,
): Promise<Rendition> {
  await emptyFolder(join(out, name))
  const stdin = Readable.from(concatenate(pieces))
  const failed = new AbortController()
  stdin.on('error', (error) => failed.abort(error))
  const stop = AbortSignal.any([failed.signal, ...(signal ? [signal] : [])])
  const args = buildJoinCommand(name, audio && resolve(audio))
  await copy(source, out, args, { input: audio ?? undefined, stdin, signal: stop })
  return verifyRendition(join(out, name), source)
}

/**
 * Makes the audio-only rendition. If the audio is incomplete, returns null instead of failing, because the
 * video can be published without an audio-only rendition.
 */
export async function makeAudioRendition(job: JoinJob & { audio: string }): Promise<Rendition | null> {
  const { source, out, audio, signal } = job
  const folder = join(out, audioOnlyRung.name)
  try {
    await emptyFolder(folder)
    await copy(source, out, buildAudioRenditionCommand(resolve(audio)), { input: audio, signal })
    return await verifyAudioRendition(folder, source)
  } catch (error) {
    if (signal?.aborted) throw error
    await rm(folder, { recursive: true, force: true })
    return null
  }
}

async function copy(
  source: VideoSource,
  folder: string,
  args: string[],
  given: { input: string | undefined; stdin?: Readable; signal?: AbortSignal | undefined },
) {
  const limits = { cpuSeconds: 120 + source.duration }
  const result = await runFfmpeg({ tool: 'ffmpeg', args, folder, ...given, ...limits })
  throwIfFfmpegFailed(result, 'joining', given.signal)
  const name = args.at(-1)!.split('/')[0]!
  await stripEncoderTags(join(folder, name, 'init.mp4'))
}

/**
 * Concatenates fragmented MP4 files. The header of the first file describes all of them, so the other files
 * must have the same header. Encoders of different versions could write different headers.
 */
async function* concatenate(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let header: Buffer | undefined
  for await (const path of pieces) {
    const own = await readMp4Header(path)
    if (header && !own.equals(header)) throw new Error('the pieces were encoded in different formats')
    yield* createReadStream(path, header ? { start: own.length } : {})
    header ??= own
  }
}
