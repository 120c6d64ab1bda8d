import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#contract/errors/api-error.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { type Member, requireActiveMember } from '#server/platform/http/viewer.ts'
import { log } from '#server/platform/log.ts'
import { assertMayBroadcast } from '../broadcast-permission.ts'
import { describeSourceRejection } from '../source-rejection-messages.ts'
import { type EncoderConnection, renewEncoderConnection } from './encoder-connections.ts'
import { encoderMessages } from './encoder-messages.ts'

/** How often to check whether the encoder may still send, in milliseconds. */
const checkMs = 400

/**
 * Renews the connection until `ended` is aborted. Calls `stop` with the reason when the broadcast has ended,
 * the stream key was revoked, or the person is no longer allowed to broadcast. Polls the database, because no
 * signal announces a suspension.
 */
export async function watchEncoder(
  connection: EncoderConnection,
  ended: AbortSignal,
  stop: (message: string) => void,
): Promise<void> {
  while (!ended.aborted) {
    try {
      const problem = await findProblem(connection)
      if (problem && !ended.aborted) return stop(problem)
    } catch (error) {
      log.warn('checking an encoder failed', { error: (error as Error).message })
    }
    await pause(checkMs, undefined, { signal: ended }).catch(() => {})
  }
}

async function findProblem(connection: EncoderConnection): Promise<string | null> {
  const [current, member] = [
    await renewEncoderConnection(connection),
    await loadMemberById(connection.userId),
  ]
  if (!member) return encoderMessages.unknownKey
  return runInLocale(connection.locale, () => {
    if (!current) return encoderMessages.connectionReplaced
    if (current.endReason === 'moderator') return encoderMessages.moderatorStopped
    if (current.endReason === 'rejected') return describeSourceRejection(current.endDetail)
    if (current.state === 'ended') return encoderMessages.broadcastEnded
    if (current.isKeyRevoked) return encoderMessages.keyReplaced
    return findMissingPermission(member)
  })
}

/** Returns why the person is not allowed to broadcast now, or null if the person is. */
export function findMissingPermission(member: Member): string | null {
  try {
    assertMayBroadcast(requireActiveMember(member))
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.detail
    throw error
  }
}
