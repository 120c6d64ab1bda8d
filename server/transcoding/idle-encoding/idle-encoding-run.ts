import type { Piece } from '#media/pieces/plan-pieces.ts'
import type { ClaimedIdleEncoding } from './claim-idle-encoding.ts'

/** A video that this process re-encodes, with its folder on this machine. */
export interface IdleEncodingRun extends ClaimedIdleEncoding {
  folder: string
  /** The path of the uploaded file on this machine. */
  input: string
  signal: AbortSignal
}

/** The lowest priority: everything else on this machine comes first. */
export const idleNiceLevel = 19

/** Returns the prefix of the storage keys of the encoded pieces. The media gateway does not serve them. */
export function getIdlePiecesPrefix({ playbackId, fence, codec }: ClaimedIdleEncoding): string {
  return `media/${playbackId}/${fence}/idle/${codec}`
}

export function getIdlePieceKey(run: ClaimedIdleEncoding, { firstSegment }: Piece): string {
  return `${getIdlePiecesPrefix(run)}/${firstSegment}`
}
