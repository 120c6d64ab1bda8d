import type { PublishAttempt } from '#media/rtmp/rtmp-server-options.ts'
import { ApiError } from '#contract/errors/api-error.ts'
import { isLocale, type Locale, sourceLocale } from '#i18n/locales.ts'
import { runInLocale } from '#i18n/run-in-locale.ts'
import { hashToken } from '#server/auth/random-token.ts'
import { loadMemberById } from '#server/auth/load-viewer.ts'
import { db } from '#server/platform/db/db.ts'
import { getClientNetworkAddress, isTrustedProxy } from '#server/platform/http/client-address.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { tryConsumeRateLimit } from '#server/rate-limits/activity-rate-limits.ts'
import { assertAccountOldEnough } from '../broadcast-permission.ts'
import {
  claimEncoderConnection,
  type EncoderConnection,
  findEncoderBroadcast,
} from './encoder-connections.ts'
import { encoderMessages } from './encoder-messages.ts'
import { findMissingPermission } from './watch-encoder.ts'

/** The path in the server address. */
const appName = 'live'

type Refusal = { refusal: string; message: string }
export type EncoderAuthorization = { connection: EncoderConnection } | Refusal

/**
 * Checks an encoder's stream key and connects the encoder to the broadcast that the key's owner has created.
 * If the encoder is refused, `refusal` is the reason that the metrics record.
 */
export async function authorizeEncoder({
  app,
  streamKey,
  remoteAddress,
}: PublishAttempt): Promise<EncoderAuthorization> {
  if (!isBelowAttemptLimit(remoteAddress)) return refuse('tooManyAttempts')
  if (app.replace(/\/+$/, '') !== appName) return refuse('wrongServerAddress')
  const key = await db
    .selectFrom('stream_keys')
    .select(['id', 'user_id', 'revoked_at'])
    .where('key_hash', '=', hashToken(streamKey))
    .executeTakeFirst()
  const member = key && (await loadMemberById(key.user_id))
  if (!member) return refuse('unknownKey')
  const locale = isLocale(member.language) ? member.language : sourceLocale
  return runInLocale(locale, () => (key.revoked_at ? refuse('keyReplaced') : connect(member, key.id, locale)))
}

function isBelowAttemptLimit(address: string): boolean {
  // All encoders behind a proxy share the proxy's address, so the limit does not apply to them.
  if (isTrustedProxy(address)) return true
  return tryConsumeRateLimit('encoderConnectionsPerAddress', getClientNetworkAddress(address))
}

async function connect(member: Member, streamKeyId: string, locale: Locale): Promise<EncoderAuthorization> {
  const missing = findMissingPermission(member) ?? (await describeNewAccount(member.id))
  if (missing) return { refusal: 'notPermitted', message: missing }
  const broadcast = await findEncoderBroadcast(member.id)
  if (!broadcast) return refuse('noBroadcast')
  const connection = await claimEncoderConnection({ ...broadcast, userId: member.id, streamKeyId, locale })
  if (!connection) return refuse('alreadyConnected')
  await db
    .updateTable('stream_keys')
    .set({ last_used_at: new Date() })
    .where('id', '=', streamKeyId)
    .execute()
  return { connection }
}

async function describeNewAccount(userId: string): Promise<string | null> {
  try {
    await assertAccountOldEnough(db, userId)
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.detail
    throw error
  }
}

function refuse(reason: keyof typeof encoderMessages): Refusal {
  return { refusal: reason, message: encoderMessages[reason] }
}
