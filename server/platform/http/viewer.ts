import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'

/** The sender of a request. Every read and write goes through a viewer. */
export type Viewer = AnonymousViewer | Member

export interface AnonymousViewer {
  kind: 'anonymous'
  /** A declared crawler. Lists show it indexable content only. */
  isCrawler?: true
  /**
   * Signed out while the server was unreachable: the session has been ended now, and its cookies are still to
   * be cleared.
   */
  hasSignedOut?: true
}

export interface Member {
  kind: 'member'
  id: string
  username: string
  email: string
  emailVerified: boolean
  /** 18 or older by the effective age (ruling 12). */
  isAdult: boolean
  /** For decisions on the server. Never sent to any client. */
  band: AgeBand
  /** May see content rated 16+, and has not opted out. */
  sees16: boolean
  /** Twenty or older: may read, export their data and leave (ruling 12). */
  hasAgedOut: boolean
  /** Suspended or banned: may read, appeal and leave. */
  isSuspended: boolean
  role: 'user' | 'moderator' | 'safety_lead' | 'admin'
  /** When they scheduled the deletion of their account. They can still read, and cancel it. */
  deletionScheduledAt: Date | null
  session: {
    id: string
    createdAt: Date
    expiresAt: Date
    /** Set if the session is due for renewal: the cookie to set again. */
    due: { token: string; remembered: boolean } | null
  }
}

export const anonymousViewer: AnonymousViewer = { kind: 'anonymous' }

/** Returns the viewer as a member, or throws the error that asks to sign in. */
export function requireMember(viewer: Viewer, otherwise: ApiErrorCode = 'not_signed_in'): Member {
  if (viewer.kind === 'anonymous') throw new ApiError(otherwise)
  return viewer
}

/**
 * Like `requireMember`, for actions that others notice. Members who are suspended, too old, or scheduled for
 * deletion are rejected.
 */
export function requireActiveMember(viewer: Viewer, otherwise?: ApiErrorCode): Member {
  const who = requireMember(viewer, otherwise)
  if (who.deletionScheduledAt) throw new ApiError('account_leaving')
  if (who.isSuspended) throw new ApiError('account_suspended')
  if (who.hasAgedOut) throw new ApiError('account_grown')
  return who
}

/** Returns the viewer's user id for SQL; null for anonymous visitors, which matches no row. */
export function viewerIdOf(viewer: Viewer): string | null {
  return viewer.kind === 'member' ? viewer.id : null
}
