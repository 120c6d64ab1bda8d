import type { Generated } from 'kysely'
import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for sessions and sign-in methods. */

export interface SessionsTable {
  id: GeneratedIdColumn
  user_id: string
  /** The plain session token, set only for an hour after an upgrade (auth/legacy-session-tokens.ts). */
  token: string | null
  /**
   * The hash of the session token. If a row is inserted with only `token`, the database computes the hash.
   */
  token_hash: Generated<string>
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  remembered: Generated<boolean>
  /** Whether the session was started with a passkey, or a passkey was added in it. */
  with_passkey: Generated<boolean>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

export interface SignInMethodsTable {
  id: GeneratedIdColumn
  user_id: string
  provider_id: string
  account_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  scope: string | null
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

export interface VerificationsTable {
  id: GeneratedIdColumn
  identifier: string
  value: string
  expires_at: Date
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

export interface TwoFactorTable {
  user_id: string
  secret: string
  confirmed_at: Date | null
  last_step: Generated<number>
  created_at: CreatedAtColumn
}

/** The only sign-in without a second factor that a staff account has (auth/two-factor/staff-second-factor.ts). */
export interface StaffGraceSignInsTable {
  user_id: string
  signed_in_at: Generated<Date>
}

export interface PendingSignInsTable {
  token_hash: string
  user_id: string
  remembered: boolean
  failed_attempts: Generated<number>
  expires_at: Date
}

export interface PasskeysTable {
  id: GeneratedIdColumn
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  created_at: CreatedAtColumn
  used_at: Date | null
}

export interface PasskeyChallengesTable {
  token_hash: string
  challenge: string
  user_id: string | null
  expires_at: Date
}

export interface BearerTokensTable {
  hash: string
  session_id: string
  kind: 'access' | 'refresh'
  expires_at: Date
  used_at: Date | null
}

/** A link with which people can create accounts if registration is by invitation. */
export interface InvitationsTable {
  id: GeneratedIdColumn
  token_hash: string
  note: Generated<string>
  created_by: string | null
  created_at: CreatedAtColumn
  expires_at: Date
  revoked_at: Date | null
  uses: Generated<number>
  max_uses: number
  last_used_at: Date | null
}
