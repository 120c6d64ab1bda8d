import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encodePieceAudio } from '#media/pieces/encode-piece.ts'
import { audioFileName, listAudioBitrates } from '#media/pieces/piece-commands.ts'
import type { VideoSource } from '#media/probe/probe-video.ts'
import { getTranscodeOutputFolder } from '../publish-outputs.ts'
import type { TranscodeAttempt } from '../transcode-attempt.ts'
import type { ClaimedPiece } from './claim-piece.ts'
import { findRungs } from './rung-groups.ts'
import { storeAudioFile } from './store-piece.ts'
import { listStoredAudio } from './stored-audio.ts'

/**
 * Encodes the audio of the whole video, and stores the file of each bit rate as soon as it is complete. Skips the files
 * that another worker stored before it was killed, because the audio of a long film takes several minutes per bit rate.
 */
export async function encodeAndStoreAudio(
  run: TranscodeAttempt,
  source: VideoSource,
  piece: ClaimedPiece,
  { input, onProgress }: { input: string; onProgress: (part: number) => void },
): Promise<void> {
  const bitrates = listAudioBitrates(findRungs(source, piece.rungs))
  const out = getTranscodeOutputFolder(run)
  const stored = await listStoredAudio(run)
  for (const [n, bitrate] of bitrates.entries()) {
    const file = audioFileName(bitrate)
    if (stored.has(file)) continue
    const report = (part: number) => onProgress((n + part) / bitrates.length)
    await encodePieceAudio({ source, input, out, signal: run.signal, onProgress: report }, bitrate)
    await storeAudioFile(run, piece, file)
    await rm(join(out, file))
  }
}
