import { createCounter } from '#server/platform/metrics/registry.ts'

/**
 * The outcome: `published`, `none` (no speech, or the creator already has captions in the language) or
 * `failed`.
 */
export const automaticCaptionsCounter = createCounter(
  'afterbell_automatic_captions_total',
  'Videos whose automatic captions have ended, by outcome',
  ['outcome'],
)

export const transcribedAudioCounter = createCounter(
  'afterbell_transcribed_audio_seconds_total',
  'Seconds of audio that this process has transcribed',
)

export const transcriptionTimeCounter = createCounter(
  'afterbell_transcription_seconds_total',
  'Seconds that this process has spent on transcribing audio',
)
