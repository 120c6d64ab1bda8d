import { SandboxUnavailableError } from '#media/sandbox/spawn-sandboxed.ts'
import { buildSpeechCues } from '#media/transcription/speech-cues.ts'
import { transcribeAudio } from '#media/transcription/transcribe-audio.ts'
import { config } from '#server/platform/config.ts'
import { db, transaction } from '#server/platform/db/db.ts'
import type { StoredSpeechCue } from '#server/platform/db/tables/captions.ts'
import { log } from '#server/platform/log.ts'
import type { JobContext } from '#server/platform/queue/queue.ts'
import { decodeAudioChunk, findAudioRendition, withTranscriptionFolder } from './audio-chunk.ts'
import { transcribedAudioCounter, transcriptionTimeCounter } from './automatic-captions-metrics.ts'
import { hasCreatorCaptions, publishAutomaticCaptions } from './publish-automatic-captions.ts'
import {
  beginTranscriptionChunk,
  endTranscription,
  type PendingTranscriptionChunk,
  saveTranscriptionChunk,
  decrementTranscriptionAttempts,
} from './transcription-progress.ts'
import { findWhisperBinding } from './whisper-binding.ts'

/** Attempts at one part. */
const maxAttempts = 3

/** How much audio one job transcribes. A killed worker loses at most this much work. */
const secondsPerPart = 300

/**
 * Transcribes the next part of a video's audio. The job can be killed at any point: when it runs again, it
 * continues after the last stored part.
 */
export async function transcribeNextChunk(
  { contentId }: { contentId: string },
  { signal }: Pick<JobContext, 'signal'>,
  { seconds = secondsPerPart, nice }: { seconds?: number | undefined; nice?: number } = {},
): Promise<void> {
  const model = config.captionsModel
  // If there is no model, the operator has turned automatic captions off.
  if (!model) return void (await forgetProgress(contentId))
  const part = await beginTranscriptionChunk(contentId)
  if (!part) return
  if (part.tries > maxAttempts) return failPart(part, new Error('all its workers died'))
  try {
    await transcribePart(part, { model, seconds, nice, signal })
  } catch (error) {
    if (signal.aborted || error instanceof SandboxUnavailableError) await decrementTranscriptionAttempts(part)
    else if (part.tries >= maxAttempts) return failPart(part, error)
    throw error
  }
}

async function forgetProgress(contentId: string): Promise<void> {
  await db
    .deleteFrom('automatic_captions')
    .where('content_id', '=', contentId)
    .where('state', '=', 'running')
    .execute()
}

async function failPart(part: PendingTranscriptionChunk, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  log.warn('no automatic captions', { contentId: part.contentId, error: message.slice(0, 2000) })
  await transaction((tx) => endTranscription(tx, part, 'failed'))
}

interface Settings {
  model: string
  seconds: number
  nice: number | undefined
  signal: AbortSignal
}

async function transcribePart(part: PendingTranscriptionChunk, settings: Settings): Promise<void> {
  const prefix = await findAudioRendition(part.contentId, part.playbackId)
  if (!prefix) return void (await transaction((tx) => endTranscription(tx, part, 'none')))
  const heard = await withTranscriptionFolder((folder) => listen(part, prefix, folder, settings))
  const language = part.language ?? heard.language
  const cues = [...part.cues, ...heard.cues]
  if (heard.isLast || (language !== null && (await hasCreatorCaptions(part.contentId, language))))
    return publishAutomaticCaptions(part, { language, cues })
  await saveTranscriptionChunk(part, { position: heard.next, language, cues })
}

interface Heard {
  /** The detected language, or null if there was no speech. */
  language: string | null
  cues: StoredSpeechCue[]
  /** Where the next part starts, in milliseconds. */
  next: number
  isLast: boolean
}

async function listen(
  { position, language }: PendingTranscriptionChunk,
  prefix: string,
  folder: string,
  { model, seconds, nice, signal }: Settings,
): Promise<Heard> {
  const binding = findWhisperBinding()
  if (!binding) throw new Error(`whisper.cpp is not installed for ${process.platform}-${process.arch}`)
  const startedAt = performance.now()
  const audio = await decodeAudioChunk(prefix, { start: position / 1000, seconds, nice }, folder, signal)
  const limit = position + Math.round(audio.seconds * 1000)
  if (audio.seconds < 0.2) return { language: null, cues: [], next: limit, isLast: true }
  const { file } = audio
  const said = await transcribeAudio({
    audio: file,
    seconds: audio.seconds,
    model,
    binding,
    language,
    nice,
    signal,
  })
  const cues = buildSpeechCues(said.segments, { offset: position, limit }).map(toStoredCue)
  transcribedAudioCounter.inc(audio.seconds)
  transcriptionTimeCounter.inc((performance.now() - startedAt) / 1000)
  const next = audio.isLast ? limit : findNextStart(cues, { position, limit })
  return {
    language: cues.length > 0 ? said.language : null,
    cues: cues.filter(({ start }) => start < next),
    next,
    isLast: audio.isLast,
  }
}

const toStoredCue = ({ start, end, lines }: { start: number; end: number; lines: readonly string[] }) => ({
  start,
  end,
  lines: [...lines],
})

/** A sentence that ends within this many milliseconds of the end of a part may have been cut off. */
const cutOffMs = 1500

/**
 * Returns the start of a sentence that may have been cut off, so that the next part contains it completely.
 */
function findNextStart(
  cues: readonly StoredSpeechCue[],
  { position, limit }: { position: number; limit: number },
): number {
  const last = cues.at(-1)
  const isCutOff = last !== undefined && last.end > limit - cutOffMs
  return isCutOff && last.start > (position + limit) / 2 ? last.start : limit
}
