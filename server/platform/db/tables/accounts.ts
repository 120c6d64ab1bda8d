import type { ColumnType, Generated } from 'kysely'
import type { GeneratedIdColumn, TimestampColumn, CreatedAtColumn } from './columns.ts'

/* Tables for accounts and the contact form. */

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

export interface ContactMessagesTable {
  id: GeneratedIdColumn
  user_id: string | null
  first_name: string
  last_name: string
  email: string
  subject: string
  topic: string | null
  message: string
  /** The staff member who answers the message. */
  assigned_to: string | null
  closed_at: Date | null
  created_at: CreatedAtColumn
}

/** An answer that was emailed to the sender of a contact message. */
export interface ContactRepliesTable {
  id: GeneratedIdColumn
  message_id: string
  author_id: string | null
  body: string
  sent_at: CreatedAtColumn
}
