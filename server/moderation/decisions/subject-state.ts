import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { selectItemsUnchecked } from '#server/access-policy/items.ts'
import { selectPeopleUnchecked } from '#server/access-policy/people.ts'
import type { ModerationSubject } from '../reports/report-subject.ts'

/** As things stand now. */
export interface SubjectState extends ModerationSubject {
  /** Of an item or a comment; of a profile `held` while a new bio waits. */
  state: string | null
  rating: 'all' | '16' | null
  /** Rated 16+ by staff, so that its owner cannot take it back. */
  isRatingFixed: boolean
  /** A title, a comment, a username: as its owner wrote it. */
  about: string
  person: {
    username: string
    bio: string
    email: string
    role: 'user' | 'moderator' | 'safety_lead' | 'admin'
    isPrivate: boolean
    /** Suspended or banned right now. */
    isSuspended: boolean
    isMuted: boolean
    isPrivateByDecision: boolean
  }
}

/** Reads it in the caller's transaction, the person's row locked: what follows for one person follows one after the other. */
export async function lockSubjectState(tx: Tx, subject: ModerationSubject): Promise<SubjectState> {
  const person = await selectPeopleUnchecked(tx)
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
    return { ...subject, state: moderation, rating: null, isRatingFixed: false, about: body, person }
  }
  const item = await selectItemsUnchecked(tx)
    .select(['moderation', 'rating', 'rating_by_decision as isRatingFixed', 'title', 'deleted_at'])
    .where('id', '=', subject.contentId)
    .executeTakeFirstOrThrow()
  const state = item.deleted_at ? 'deleted' : item.moderation
  const { rating, isRatingFixed, title: about } = item
  return { ...subject, state, rating, isRatingFixed, about, person }
}

/** The subject of a row of `cases` or `decisions`. */
export function subjectFromRow(row: {
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
