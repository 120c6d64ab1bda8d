import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'

/**
 * The viewer is the person or crawler that sends a request. Every read and every write is done on behalf of a
 * viewer.
 */
export type Viewer = AnonymousViewer | Member

export interface AnonymousViewer {
  kind: 'anonymous'
  /** Set if the `User-Agent` header identifies a crawler. In lists, crawlers see only indexable content. */
  isCrawler?: true
  /**
   * Set if the person signed out while the server was unreachable. The session has already ended in the
   * database, but the response must still clear the session cookies.
   */
  hasSignedOut?: true
}

export interface Member {
  kind: 'member'
  id: string
  username: string
  email: string
  emailVerified: boolean
  /** The language that the person has chosen for the interface and for emails, or null. */
  language: string | null
  /** Whether the person's effective age (accounts/age.ts) is 18 or higher. */
  isAdult: boolean
  /**
   * The age band of the person, on which the server bases decisions. The age band is never sent to any
   * client.
   */
  band: AgeBand
  /** Whether the person may see content rated 16+ and has not opted out of it. */
  canSeeRated16: boolean
  /**
   * Whether the person is 20 or older. Members who are 20 or older can still read, export their data and
   * delete their account.
   */
  hasAgedOut: boolean
  /**
   * Whether the person is suspended or banned. Suspended and banned members can still read the
   * site, appeal, and delete their account.
   */
  isSuspended: boolean
  role: 'user' | 'moderator' | 'safety_lead' | 'admin'
  /**
   * The staff role of the account, set only while the role has no effect, because the person has not signed in with a
   * second factor (decisions/102). `role` is then `user`.
   */
  pendingRole?: 'moderator' | 'safety_lead' | 'admin'
  /**
   * When the person scheduled the deletion of their account. Until the account is erased, the person can
   * still read and can cancel the deletion.
   */
  deletionScheduledAt: Date | null
  session: {
    id: string
    createdAt: Date
    expiresAt: Date
    /** The values for the new session cookie. Null unless the session should be renewed. */
    renewal: { token: string; remembered: boolean } | null
  }
}

export const anonymousViewer: AnonymousViewer = { kind: 'anonymous' }

/** Returns the viewer as a member. For anonymous visitors, throws the error that asks them to sign in. */
export function requireMember(viewer: Viewer, otherwise: ApiErrorCode = 'not_signed_in'): Member {
  if (viewer.kind === 'anonymous') throw new ApiError(otherwise)
  return viewer
}

/**
 * Like `requireMember`, but for actions that other people notice. Rejects anonymous visitors, and also
 * members who are suspended, who are 20 or older, or whose account is scheduled for deletion.
 */
export function requireActiveMember(viewer: Viewer, otherwise?: ApiErrorCode): Member {
  const who = requireMember(viewer, otherwise)
  if (who.deletionScheduledAt) throw new ApiError('account_leaving')
  if (who.isSuspended) throw new ApiError('account_suspended')
  if (who.hasAgedOut) throw new ApiError('account_grown')
  return who
}

/** Returns the viewer's user id for SQL. For anonymous visitors the id is null, so that it matches no row. */
export function getViewerId(viewer: Viewer): string | null {
  return viewer.kind === 'member' ? viewer.id : null
}
