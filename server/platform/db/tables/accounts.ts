import type { ColumnType, Generated } from 'kysely'
import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for accounts and sign-in methods. */

export interface UsersTable {
  id: GeneratedIdColumn
  email: string
  email_verified: Generated<boolean>
  name: Generated<string>
  image: string | null
  role: Generated<'user' | 'moderator' | 'safety_lead' | 'admin'>
  /**
   * The language of the interface and of emails, as a BCP 47 tag. Null until the person chooses a language.
   */
  language: Generated<string | null>
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
}

export interface PrivateDetailsTable {
  user_id: string
  full_name: string
  first_name: string | null
  age: number
  age_declared_on: Generated<string>
  terms_accepted_at: CreatedAtColumn
  terms_version: string
  marketing: Generated<boolean>
  display_name: Generated<string>
  time_zone: string | null
}

export interface ProfilesTable {
  id: GeneratedIdColumn
  user_id: string
  username: string
  display_name: Generated<string>
  bio: Generated<string>
  /** A new bio that only its author can see until the bio is approved. */
  held_bio: string | null
  held_bio_reasons: Generated<string[]>
  is_minor: Generated<boolean>
  display_name_mode: Generated<'full_name' | 'username'>
  avatar_url: string | null
  is_private: Generated<boolean>
  hides_views: Generated<boolean>
  /**
   * Words, one per line. Comments on the person's videos that contain one of these words are held for
   * approval.
   */
  held_words: Generated<string>
  has_generated_username: Generated<boolean>
  last_username_change: Date | null
  deletion_scheduled_at: Date | null
  /**
   * The value 'infinity' means that the person is banned. Compare values of this column in SQL and not in
   * JavaScript, because a JavaScript Date cannot represent 'infinity'.
   */
  suspended_until: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
  comments_muted_until: Date | null
  private_by_decision: Generated<boolean>
  age_out_notified_at: Date | null
  created_at: CreatedAtColumn
  updated_at: TimestampColumn
  search_words: Generated<string>
}

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

export interface ContactMessagesTable {
  id: GeneratedIdColumn
  user_id: string | null
  first_name: string
  last_name: string
  email: string
  subject: string
  topic: string | null
  message: string
  created_at: CreatedAtColumn
}
