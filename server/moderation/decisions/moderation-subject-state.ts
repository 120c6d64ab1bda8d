import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsWithoutAccessCheck } from '#server/access-policy/content-queries.ts'
import { selectPeopleWithoutAccessCheck } from '#server/access-policy/profile-queries.ts'
import type { ModerationSubject } from '../reports/moderation-subject.ts'

/** The subject of a case with its current state. */
export interface ModerationSubjectState extends ModerationSubject {
  /** The state of an item or comment. For a profile, the state is `held` while a new bio awaits review. */
  state: string | null
  rating: 'all' | '16' | null
  /** Whether staff have rated the item 16+. The owner cannot change a rating by staff. */
  isRatingFixed: boolean
  /** Whether a file that is to replace the item's video is held for review. */
  hasHeldReplacement: boolean
  /** The title, the comment or the username as the owner wrote it. */
  about: string
  person: {
    username: string
    bio: string
    email: string
    role: 'user' | 'moderator' | 'safety_lead' | 'admin'
    isPrivate: boolean
    /** Whether the person is currently suspended or banned. */
    isSuspended: boolean
    isMuted: boolean
    isPrivateByDecision: boolean
  }
}

/**
 * Loads the subject's state and locks its owner's profile, so that concurrent decisions about one person run
 * one after another.
 */
export async function lockModerationSubjectRow(
  tx: Tx,
  subject: ModerationSubject,
): Promise<ModerationSubjectState> {
  const person = await selectPeopleWithoutAccessCheck(tx)
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['profiles.username', 'users.email', 'users.role', 'profiles.is_private as isPrivate'])
    .select(sql<boolean>`coalesce(profiles.suspended_until > now(), false)`.as('isSuspended'))
    .select(sql<boolean>`coalesce(profiles.comments_muted_until > now(), false)`.as('isMuted'))
    .select(['profiles.private_by_decision as isPrivateByDecision', 'profiles.held_bio', 'profiles.bio'])
    .where('profiles.user_id', '=', subject.userId)
    .forUpdate('profiles')
    .executeTakeFirstOrThrow()
  if (subject.subject === 'profile') {
    const { held_bio: held, username } = person
    return {
      ...subject,
      state: held && 'held',
      rating: null,
      isRatingFixed: false,
      hasHeldReplacement: false,
      about: held ?? username,
      person,
    }
  }
  if (subject.subject === 'comment') {
    const { moderation, body } = await tx
      .selectFrom('comments')
      .select(['moderation', 'body'])
      .where('id', '=', subject.commentId)
      .executeTakeFirstOrThrow()
    const none = { rating: null, isRatingFixed: false, hasHeldReplacement: false }
    return { ...subject, state: moderation, ...none, about: body, person }
  }
  const item = await selectItemsWithoutAccessCheck(tx)
    .select(['moderation', 'rating', 'rating_by_decision as isRatingFixed', 'title', 'deleted_at'])
    .select(
      sql<boolean>`exists (select from stream_replacements
        where stream_replacements.content_id = content.id and state = 'held')`.as('hasHeldReplacement'),
    )
    .where('id', '=', subject.contentId)
    .executeTakeFirstOrThrow()
  const state = item.deleted_at ? 'deleted' : item.moderation
  const { rating, isRatingFixed, hasHeldReplacement, title: about } = item
  return { ...subject, state, rating, isRatingFixed, hasHeldReplacement, about, person }
}

/** Returns the moderation subject that a row of `cases` or `decisions` refers to. */
export function toModerationSubject(row: {
  subject: ModerationSubject['subject']
  content_id: string | null
  comment_id: string | null
  user_id: string
}): ModerationSubject {
  return {
    subject: row.subject,
    contentId: row.content_id,
    commentId: row.comment_id,
    userId: row.user_id,
  }
}
