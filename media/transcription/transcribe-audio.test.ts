import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, before } from 'node:test'
import { fakeSpeechSample, writeFakeSpeechModel } from '#tests/support/media/fake-speech-model.ts'
import { speechSampleRate } from './decode-speech-audio.ts'
import { transcribeAudio, TranscriberError } from './transcribe-audio.ts'

const binding = createRequire(import.meta.url).resolve(`@fugood/node-whisper-linux-${process.arch}`)
const never = new AbortController().signal
let folder: string
let model: string
let audio: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterbell-speech-'))
  model = join(folder, 'model.bin')
  audio = join(folder, 'speech.pcm')
  await writeFakeSpeechModel(model, fakeSpeechSample, { language: 3 })
  const wave = Int16Array.from({ length: 10 * speechSampleRate }, (_, at) => 8000 * Math.sin(at / 8))
  await writeFile(audio, new Uint8Array(wave.buffer))
})
after(() => rm(folder, { recursive: true, force: true }))

const transcribe = (options: { model?: string; language?: string | null; signal?: AbortSignal } = {}) =>
  transcribeAudio({ audio, seconds: 10, model, binding, language: null, nice: 5, signal: never, ...options })

test('whisper.cpp reads the model, detects the language and returns text with times', async () => {
  const { language, segments } = await transcribe()
  assert.equal(language, 'es')
  assert.deepEqual(
    segments.slice(0, 3).map(({ start, end, text }) => [start, end, text.trim()]),
    [
      [0, 2000, 'Hello from the'],
      [2000, 4000, 'stand-in model.'],
      [4000, 6000, 'Hello from the'],
    ],
  )
  assert.equal((await transcribe({ language: 'de' })).language, 'de')
})

test('a file that is not a model is an error that the operator can read, and not a crash of the worker', async () => {
  const broken = join(folder, 'broken.bin')
  await writeFile(broken, 'not a model')
  await assert.rejects(transcribe({ model: broken }), TranscriberError)
  await assert.rejects(transcribe({ model: join(folder, 'missing.bin') }), /cannot be read/)
})

test('a worker that must stop kills the process', async () => {
  const stopping = new AbortController()
  const work = transcribe({ signal: stopping.signal })
  setImmediate(() => stopping.abort(new Error('stopping')))
  await assert.rejects(work, /stopping/)
})
