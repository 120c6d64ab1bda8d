import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyFolder } from '#media/ffmpeg/empty-folder.ts'
import { getIdleEncoderOptions, listIdleRungs, type RungCrfs } from '#media/idle-encoding/idle-codecs.ts'
import { planIdlePieces } from '#media/idle-encoding/plan-idle-pieces.ts'
import { chooseRungCrfs } from '#media/idle-encoding/trial-encodes.ts'
import { encodePiece } from '#media/pieces/encode-piece.ts'
import type { Piece } from '#media/pieces/plan-pieces.ts'
import { config } from '#server/platform/config.ts'
import { log } from '#server/platform/log.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { assertRegularFiles } from '#server/platform/storage/regular-files.ts'
import { storage } from '#server/platform/storage/storage.ts'
import { withSpan } from '#server/platform/tracing/tracing.ts'
import { runCleanupIgnoringErrors, withStorageRetry } from '../storage-retry.ts'
import { StaleAttemptError } from '../transcode-attempt.ts'
import { isSandboxAvailable } from '../media-tools/wait-for-sandbox.ts'
import {
  claimIdleEncoding,
  endIdleEncoding,
  saveEncodedPiece,
  saveRungCrfs,
  sendIdleEncodingHeartbeat,
} from './claim-idle-encoding.ts'
import { ProcessBusyError, runWhenIdle } from './foreground-work.ts'
import { idleEncodingsCounter, idlePiecesCounter } from './idle-encoding-metrics.ts'
import { hasFreeDiskSpace } from './free-disk-space.ts'
import {
  getIdlePieceKey,
  getIdlePiecesPrefix,
  type IdleEncodingRun,
  idleNiceLevel,
} from './idle-encoding-run.ts'
import { publishIdleEncoding } from './publish-idle-encoding.ts'

const maxTries = 3
const heartbeatMs = 10_000
/** If the process is busy for this long, another process can continue the work. */
const maxBusySeconds = 600

/**
 * Re-encodes the most urgent video, piece by piece. Can be interrupted at any point: pieces that are complete are kept,
 * and the work continues with the next piece.
 */
export async function encodeWhenIdle(
  _: object,
  { signal, stopping }: Pick<JobContext, 'signal' | 'stopping'>,
): Promise<void> {
  if (!config.idleEncoding || !(await hasFreeDiskSpace()) || !(await isSandboxAvailable())) return
  const claimed = await runWhenIdle(signal, maxBusySeconds, claimIdleEncoding).catch(ignoreBusyProcess)
  if (!claimed) return
  const lost = new AbortController()
  const beat = () =>
    sendIdleEncodingHeartbeat(claimed).catch((error: Error) => {
      if (error instanceof StaleAttemptError) lost.abort(error)
      else log.warn('the heartbeat of an idle encoding failed', { error: error.message })
    })
  const timer = setInterval(() => void beat(), heartbeatMs)
  const folder = await createWorkFolder()
  const run = {
    ...claimed,
    folder,
    input: join(folder, 'input'),
    signal: AbortSignal.any([signal, lost.signal]),
  }
  try {
    // If encoding a video kills the whole worker, no failure is recorded, but the try is counted.
    if (run.tries > maxTries) throw new Error('all its workers died')
    await withSpan('internal', 'idle encoding', {}, () => encodeAndPublish(run))
    idleEncodingsCounter.inc({ codec: run.codec, outcome: 'published' })
    log.info('re-encoded a video', { contentId: run.contentId, codec: run.codec })
  } catch (error) {
    await handleError(run, lost.signal.aborted ? lost.signal.reason : error, stopping)
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

function ignoreBusyProcess(error: unknown): null {
  if (error instanceof ProcessBusyError) return null
  throw error
}

async function encodeAndPublish(run: IdleEncodingRun): Promise<void> {
  await withStorageRetry(run, () => storage.fetchTo(run.original, run.input))
  const crfs =
    run.crfs ??
    (await runWhenIdle(run.signal, maxBusySeconds, (signal) => chooseAndSaveCrfs({ ...run, signal })))
  const plan = planIdlePieces(run.source, run.codec)
  for (const piece of plan)
    if (!run.pieces.includes(piece.firstSegment))
      await runWhenIdle(run.signal, maxBusySeconds, (signal) =>
        encodeAndStore({ ...run, crfs, signal }, piece),
      )
  await runWhenIdle(run.signal, maxBusySeconds, (signal) => publishIdleEncoding({ ...run, signal }, plan))
  await runCleanupIgnoringErrors(() => storage.remove(getIdlePiecesPrefix(run)))
}

/** Chooses the CRFs for this video. If the trial encodes fail, the video is encoded with the default CRFs. */
async function chooseAndSaveCrfs(run: IdleEncodingRun): Promise<RungCrfs> {
  const { contentId, source, codec, input, signal } = run
  const out = await emptyFolder(join(run.folder, 'trials'))
  const crfs = await chooseRungCrfs({ source, codec, input, out, signal, nice: idleNiceLevel }).catch(
    (error: Error): RungCrfs => {
      signal.throwIfAborted()
      log.warn('trial encodes failed', { contentId, codec, error: error.message.slice(0, 2000) })
      return {}
    },
  )
  await saveRungCrfs(run, crfs)
  return crfs
}

async function encodeAndStore(run: IdleEncodingRun & { crfs: RungCrfs }, piece: Piece): Promise<void> {
  const { source, codec, crfs, input, signal } = run
  const out = await emptyFolder(join(run.folder, 'piece'))
  const encoderOptions = getIdleEncoderOptions(codec)
  const rungs = listIdleRungs(source, codec, crfs)
  const job = { source, input, out, rungs, piece, signal, encoderOptions, nice: idleNiceLevel }
  const files = await encodePiece(job).catch((error: unknown) => {
    idlePiecesCounter.inc({ outcome: signal.aborted ? 'interrupted' : 'failed' })
    throw error
  })
  for (const file of files) {
    await assertRegularFiles(join(out, file))
    const key = `${getIdlePieceKey(run, piece)}/${file}`
    await withStorageRetry(run, () => storage.putFile(key, join(out, file)))
  }
  await saveEncodedPiece(run, piece.firstSegment)
  idlePiecesCounter.inc({ outcome: 'encoded' })
}

/** Returns the work to the other workers, or records a failure. */
async function handleError(run: IdleEncodingRun, error: unknown, stopping: AbortSignal): Promise<void> {
  const { contentId, codec, tries } = run
  if (error instanceof StaleAttemptError) {
    await endIdleEncoding(run, 'waiting', { isUncounted: true })
    return log.info('an idle encoding is no longer wanted', { contentId, codec })
  }
  if (error instanceof ProcessBusyError || stopping.aborted)
    return endIdleEncoding(run, 'waiting', { isUncounted: true })
  const isLast = tries >= maxTries
  const message = error instanceof Error ? error.message : String(error)
  log.warn('idle encoding failed', { contentId, codec, try: tries, error: message.slice(0, 2000) })
  await endIdleEncoding(run, isLast ? 'failed' : 'waiting')
  if (!isLast) return
  idleEncodingsCounter.inc({ codec, outcome: 'failed' })
  await runCleanupIgnoringErrors(() => storage.remove(getIdlePiecesPrefix(run)))
}

/** A piece takes minutes, so a folder that is a day old belongs to a worker that was killed. */
const leftoverMs = 24 * 3600_000

async function createWorkFolder(): Promise<string> {
  const root = join(config.dataDir, 'idle-encoding')
  // Only the server's own user can read the folder, because originals are hard-linked into it.
  await mkdir(root, { recursive: true, mode: 0o700 })
  for (const name of await readdir(root)) {
    const made = await stat(join(root, name)).catch(() => null)
    if (made && made.mtimeMs < Date.now() - leftoverMs)
      await rm(join(root, name), { recursive: true, force: true })
  }
  return mkdtemp(join(root, 'video-'))
}
