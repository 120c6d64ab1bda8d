import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { detectSandboxTools, spawnSandboxed } from '../sandbox/spawn-sandboxed.ts'
import { transcriptionNiceLevel } from './decode-speech-audio.ts'

/** A segment of recognized speech. Times are in milliseconds from the start of the audio. */
export interface SpeechSegment {
  start: number
  end: number
  text: string
}

/**
 * The output of the transcriber process. `language` is an ISO 639 code, which the model has detected if none
 * was specified.
 */
export interface TranscriberOutput {
  language: string | null
  segments: SpeechSegment[]
}

interface TranscriptionJob {
  /** 16-bit mono samples at 16 kHz. */
  audio: string
  /** The duration of the audio, in seconds. */
  seconds: number
  /** The path of the model, in the format of whisper.cpp. */
  model: string
  /** The path of the native binding of whisper.cpp. */
  binding: string
  /** An ISO 639 code, or null to detect the language. */
  language: string | null
  /** Defaults to the lowest priority. */
  nice?: number | undefined
  signal: AbortSignal
}

/**
 * Thrown if the model or the binding does not work on this machine. A later attempt can succeed after the
 * installation has been repaired.
 */
export class TranscriberError extends Error {
  override name = 'TranscriberError'
}

const MB = 1024 ** 2
const script = join(import.meta.dirname, 'transcriber-process.ts')
const packageFile = join(import.meta.dirname, '../../package.json')

/** The output for a chunk of audio is far smaller than this limit, even for very fast speech. */
const maxOutputBytes = 4 * MB

/**
 * Recognizes the speech in an audio file. The process runs in the sandbox, with one thread and the lowest
 * priority. The process can read the model, the binding and the audio, and nothing else.
 */
export async function transcribeAudio(job: TranscriptionJob): Promise<TranscriberOutput> {
  const { audio, model, binding, language, nice = transcriptionNiceLevel, signal } = job
  signal.throwIfAborted()
  const tools = await detectSandboxTools()
  const { size } = await stat(model).catch(() => {
    throw new TranscriberError('the model cannot be read')
  })
  const argv = [
    process.execPath,
    '--max-old-space-size=128',
    '--v8-pool-size=0',
    script,
    binding,
    resolve(model),
    audio,
    language ?? 'auto',
  ]
  const limits = {
    input: audio,
    readable: [script, packageFile, binding, resolve(model), dirname(process.execPath)],
    nice,
    // On a slow core, large models take several times as long as the audio lasts.
    cpuSeconds: 120 + job.seconds * 20,
    // The limits allow for the model, its working memory (at most 1.3 GB for the largest model), and the
    // address space that V8 reserves.
    memory: 10_240 * MB + 2 * size,
    data: 2048 * MB + 2 * size,
    fileBytes: MB,
  }
  const { child, kill } = spawnSandboxed(argv, limits, tools, 'ignore')
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  const late = setTimeout(kill, maxWallMs)
  const errors = collectTail(child.stderr!)
  const output = collectOutput(child.stdout!, kill)
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null]
    signal.throwIfAborted()
    if (code !== 0)
      throw new TranscriberError(`the transcriber ended with ${killedBy ?? code}: ${errors().slice(-600)}`)
    return readOutput(output())
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', kill)
  }
}

/** On a busy site, the process gets only CPU time that no other process needs. */
const maxWallMs = 6 * 3600_000

function readOutput(text: string): TranscriberOutput {
  const { language, segments } = JSON.parse(text) as TranscriberOutput
  return {
    language: language !== null && /^[a-z]{2,3}$/.test(language) ? language : null,
    segments: segments.filter(({ start, end }) => Number.isFinite(start) && Number.isFinite(end)),
  }
}

function collectOutput(stream: Readable, kill: () => void): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (more: string) => {
    if (text.length + more.length > maxOutputBytes) kill()
    else text += more
  })
  return () => text
}

function collectTail(stream: Readable): () => string {
  let text = ''
  stream.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-16_384)))
  return () => text
}
