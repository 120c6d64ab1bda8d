import type { AgeBand } from '#contract/safety/safety-defaults.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-error.ts'

/** Who asks. Everything that is read or written goes through one of these. */
export type Viewer = AnonymousViewer | Member

export interface AnonymousViewer {
  kind: 'anonymous'
  /** A program that says so: lists show it only what may leave the site. */
  isCrawler?: true
  /** They signed out while the server was out of reach. The session has been ended now; the cookies are still to be cleared. */
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
  /** For the server's own decisions; never answered to anybody. */
  band: AgeBand
  /** May see what is rated 16+, and has not chosen otherwise. */
  sees16: boolean
  /** Twenty or older: can read, take their things along and leave (ruling 12). */
  hasAgedOut: boolean
  /** Suspended or banned: can read, appeal and leave. */
  isSuspended: boolean
  role: 'user' | 'moderator' | 'safety_lead' | 'admin'
  /** When they booked the deletion of their account; they can still read, and cancel it. */
  deletionScheduledAt: Date | null
  session: {
    id: string
    createdAt: Date
    expiresAt: Date
    /** Set where use makes it last longer, and enough of it has passed: the cookie to set anew. */
    due: { token: string; remembered: boolean } | null
  }
}

export const anonymousViewer: AnonymousViewer = { kind: 'anonymous' }

/** The viewer as a member, or the refusal that asks to sign in. */
export function requireMember(viewer: Viewer, otherwise: ApiErrorCode = 'not_signed_in'): Member {
  if (viewer.kind === 'anonymous') throw new ApiError(otherwise)
  return viewer
}

/** As `member`, for what others would notice: who is leaving, suspended or too old can't do it any more. */
export function requireActiveMember(viewer: Viewer, otherwise?: ApiErrorCode): Member {
  const who = requireMember(viewer, otherwise)
  if (who.deletionScheduledAt) throw new ApiError('account_leaving')
  if (who.isSuspended) throw new ApiError('account_suspended')
  if (who.hasAgedOut) throw new ApiError('account_grown')
  return who
}

/** The viewer's user id for SQL; null for nobody, which equals no row. */
export function viewerIdOf(viewer: Viewer): string | null {
  return viewer.kind === 'member' ? viewer.id : null
}
