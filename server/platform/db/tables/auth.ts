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
  /** The provider with which the person signed in, or null. */
  provider_id: Generated<string | null>
  /** The provider's id for its own session (the claim `sid`). */
  provider_session: Generated<string | null>
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
  /** The age that the provider asserted, until the sign-up is complete. */
  asserted_age: Generated<number | null>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

/** The staff role that a provider has granted to a person because of a group. */
export interface ProviderRoleGrantsTable {
  user_id: string
  provider_id: string
  role: 'moderator' | 'safety_lead' | 'admin'
  /** The role that the person has without any provider. */
  base_role: 'user' | 'moderator' | 'safety_lead' | 'admin'
  granted_at: CreatedAtColumn
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
  provider_id: Generated<string | null>
  provider_session: Generated<string | null>
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
