import { PassThrough, Readable } from 'node:stream'
import { foregroundNiceLevel, runFfmpeg, type FfmpegResult } from '../ffmpeg/run-ffmpeg.ts'
import { splitBoxes, type TopLevelBox } from './fragments/split-boxes.ts'
import type { PendingPart } from './fragments/part-cutter.ts'
import { buildLiveFfmpegCommand, timelineOffsetSeconds } from './live-ffmpeg-command.ts'
import type { LiveEvent, LivePartRecord, LiveRenditionName } from './live-events.ts'
import { LiveSourceRejectedError } from './live-source-rejection.ts'
import { RenditionPackager } from './rendition-packager.ts'
import { FlvReader } from './source/flv-reader.ts'
import { MatroskaReader } from './source/matroska-reader.ts'
import type { SourceReader } from './source/source-reader.ts'
import { SourceFeed } from './source/source-feed.ts'
import { defaultLiveSourceLimits, type LiveSourceLimits } from './source/source-limits.ts'

export type LivePackagerOptions = {
  /** Matroska with H.264 and Opus or AAC (browsers), or FLV with H.264 and AAC (RTMP). */
  container: 'matroska' | 'flv'
  /** The bytes of the source in order. The packager reads only as fast as its consumer requests events. */
  source: AsyncIterable<Uint8Array>
  /** Stops the packager immediately. The iterator then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Continues an earlier run. */
  resume?: LiveResumePoint | undefined
  limits?: Partial<LiveSourceLimits> | undefined
}

/**
 * The point from which a packager continues. There are two cases:
 *
 * - The process or ffmpeg was killed: `source` must yield the bytes of the stored source header and then the
 *   bytes of the source from `sourceOffset`, the smallest `resumeOffset` of the last stored part of each
 *   rendition. The timeline continues without a discontinuity, and no frame is repeated.
 * - The broadcaster has started a new source, for example after a restart of the encoder: only `nextSequence`
 *   is set. The playlist needs a new init segment and a discontinuity.
 */
export type LiveResumePoint =
  | { sourceOffset: number; lastParts: { [rendition in LiveRenditionName]?: LivePartRecord } }
  | { nextSequence: number }

const names = ['source', 'low'] as const satisfies LiveRenditionName[]
const megabyte = 1024 ** 2
/** A broadcast of three hours takes about 40 minutes of CPU time. */
const maxCpuSeconds = 12 * 3600
/** ffmpeg must write its first fragment before this many seconds of the source have arrived. */
const maxStartSeconds = 15
const startCheckMs = 500

/**
 * Packages a live source as Low-Latency HLS (RFC 8216bis): runs one sandboxed ffmpeg, and yields the init
 * segments and parts of both renditions. Returns when the source ends. Throws a LiveSourceRejectedError if
 * the source cannot be packaged, the signal's reason after an abort, and any other error if the caller should
 * resume. By the time the iterator ends, whether normally or with an error, ffmpeg has exited.
 */
export async function* packageLiveSource(options: LivePackagerOptions): AsyncGenerator<LiveEvent, void> {
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const limits = { ...defaultLiveSourceLimits, ...options.limits }
  const feed = new SourceFeed(options.source, createReader(options), limits, signal)
  const output = new PassThrough()
  let running: Promise<unknown> | undefined
  let packaging: Packaging | undefined
  // A continued source had enough data for a picture before.
  const timer = setInterval(() => {
    if (options.resume || packaging?.hasStarted || feed.secondsWaited <= limits.startSeconds) return
    stop.abort(new LiveSourceRejectedError('slow_start', `no picture in ${limits.startSeconds} s`))
  }, startCheckMs)
  try {
    const { header, hasAudio } = await feed.start()
    yield { type: 'source_header', bytes: header }
    packaging = packageOutput(splitBoxes(output), feed, options.resume, {
      isSilent: !hasAudio,
      pixels: limits.pixels,
    })
    const run = runFfmpeg({
      tool: 'ffmpeg',
      args: buildLiveFfmpegCommand(options.container, { hasAudio, pixels: limits.pixels }),
      stdin: Readable.from(stopOnError(feed.chunks(), packaging, stop), { objectMode: false }),
      stdout: output,
      signal,
      nice: foregroundNiceLevel,
      memory: 1024 * megabyte,
      cpuSeconds: maxCpuSeconds,
      stallTimeoutSeconds: limits.idleSeconds + maxStartSeconds,
    })
    // Without the sandbox, ffmpeg never starts and its output never ends.
    running = run.catch((error: Error) => output.destroy(error))
    yield* packaging.events()
    throwIfEnded(await run, signal, packaging.hasStarted)
    yield* packaging.remainingParts()
  } catch (error) {
    stop.abort(error)
    throw signal.reason
  } finally {
    clearInterval(timer)
    stop.abort(new Error('The consumer of the packager has stopped'))
    feed.close()
    output.destroy()
    await running
  }
}

function createReader({ container, resume }: LivePackagerOptions): SourceReader {
  const offset = resume && 'sourceOffset' in resume ? resume.sourceOffset : undefined
  return container === 'flv' ? new FlvReader(offset) : new MatroskaReader(offset)
}

/**
 * Aborts ffmpeg with the error of the source. Otherwise, ffmpeg would exit as if the source had ended
 * normally.
 */
async function* stopOnError(chunks: AsyncIterable<Buffer>, packaging: Packaging, stop: AbortController) {
  try {
    for await (const chunk of chunks) {
      packaging.checkStart()
      yield chunk
    }
  } catch (error) {
    stop.abort(error)
    throw error
  }
}

type Packaging = ReturnType<typeof packageOutput>

function packageOutput(
  boxes: AsyncIterable<TopLevelBox>,
  feed: SourceFeed,
  resume: LiveResumePoint | undefined,
  { isSilent, pixels }: { isSilent: boolean; pixels: number },
) {
  let packagers: RenditionPackager[] = []
  const startTime = feed.latestTime

  async function* events(): AsyncGenerator<LiveEvent> {
    let [ftyp, moof]: (TopLevelBox | undefined)[] = []
    for await (const box of boxes) {
      if (box.type === 'ftyp') ftyp = box
      if (box.type === 'moof') moof = box
      if (box.type === 'moov' && ftyp) {
        packagers = names.map((name) => createPackager(name, ftyp!.bytes, box.bytes))
        yield* packagers.map(({ init }) => init)
      }
      if (box.type !== 'mdat' || !moof) continue
      for (const packager of packagers)
        for (const part of packager.addFragment(moof, box)) yield completePart(packager, part)
    }
  }

  function createPackager(name: LiveRenditionName, ftyp: Buffer, moov: Buffer) {
    const last = resume && 'lastParts' in resume ? resume.lastParts[name] : undefined
    const sequence = resume && 'nextSequence' in resume ? resume.nextSequence : undefined
    const packager = new RenditionPackager(name, ftyp, moov, { sequence, last, isSilent })
    const { width, height } = packager.init
    if (width * height > pixels)
      throw new LiveSourceRejectedError('too_large_picture', `${width} × ${height}`)
    return packager
  }

  function* remainingParts(): Generator<LiveEvent> {
    for (const packager of packagers) for (const part of packager.end()) yield completePart(packager, part)
  }

  function completePart({ init: { rendition } }: RenditionPackager, part: PendingPart): LiveEvent {
    const end = part.startTime + part.duration - timelineOffsetSeconds
    const resumeOffset = feed.resumeOffset(end - resumeOverlapSeconds)
    return { type: 'part', rendition, ...part, madeAt: new Date(), resumeOffset }
  }

  return {
    events,
    remainingParts,
    get hasStarted() {
      return packagers.length > 0
    },
    /** Throws if ffmpeg has read many seconds of the source without finding video. */
    checkStart() {
      if (packagers.length === 0 && feed.latestTime > startTime + maxStartSeconds)
        throw new LiveSourceRejectedError('unreadable', 'ffmpeg finds no picture')
    },
  }
}

/**
 * The first frames of an audio encoder are silent, so a new encoder has to start slightly before the resume
 * point.
 */
const resumeOverlapSeconds = 0.2

function throwIfEnded(result: FfmpegResult, signal: AbortSignal, hasStarted: boolean) {
  if (signal.aborted) throw signal.reason
  if (result.ok && hasStarted) return
  if (/exceeds specified max pixel count/.test(result.log))
    throw new LiveSourceRejectedError('too_large_picture', result.log)
  if (result.ok || (result.failed && !result.outOfResources))
    throw new LiveSourceRejectedError('unreadable', result.log)
  throw new Error(`ffmpeg ended: ${JSON.stringify({ ...result, log: result.log.slice(-600) })}`)
}
