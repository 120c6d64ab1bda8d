import { storage } from '#server/platform/storage/storage.ts'
import { withStorageRetry } from '../storage-retry.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'
import { getPieceStoragePrefix } from './piece-attempt.ts'

/**
 * Returns the keys of the audio files that this attempt has stored, by the name of the file. If a worker was killed
 * while it encoded the audio, the files can come from several workers.
 */
export async function listStoredAudio(run: TranscodeAttempt): Promise<Map<string, string>> {
  const prefix = getPieceStoragePrefix(run)
  const keys = await withStorageRetry(run, () => Array.fromAsync(storage.list(prefix)))
  const audio = keys.filter((key) => key.startsWith(`${prefix}/audio-`))
  return new Map(audio.map((key) => [key.slice(key.lastIndexOf('/') + 1), key]))
}
