/*
 * A sandboxed process that recognizes the speech of one audio file with whisper.cpp. Only transcribe-audio.ts
 * starts this process. The arguments of the process are the paths of the native binding, the model and the
 * audio, and a language or `auto`. The process prints one line of JSON.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { TranscriberOutput } from './transcribe-audio.ts'

/** The part of the binding's interface that is used here. Times are in milliseconds. */
interface Binding {
  WhisperContext: new (options: { filePath: string; useGpu: boolean }) => {
    transcribeData(
      samples: ArrayBuffer,
      options: { language: string; maxThreads: number; maxContext: number; bestOf: number },
    ): {
      promise: Promise<{ language?: string; segments: { text: string; t0: number; t1: number }[] }>
    }
  }
}

const [bindingPath, model, audio, language] = process.argv.slice(2) as [string, string, string, string]
const { WhisperContext } = createRequire(import.meta.url)(bindingPath) as Binding
const context = new WhisperContext({ filePath: model, useGpu: false })
const bytes = await readFile(audio)
const samples = new Uint8Array(bytes).buffer
const { promise } = context.transcribeData(samples, {
  language,
  maxThreads: 1,
  // Do not use the text of the previous 30 s as context, because a misheard sentence could then be repeated
  // for minutes.
  maxContext: 0,
  bestOf: 2,
})
const heard = await promise
const output: TranscriberOutput = {
  language: heard.language ?? null,
  segments: heard.segments.map(({ text, t0, t1 }) => ({ text, start: t0, end: t1 })),
}
process.stdout.write(`${JSON.stringify(output)}\n`)
