import { mediaAccessCacheMs } from '#contract/limits.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { RenewalCache } from '#server/platform/renewal-cache.ts'
import { hasOfflineSignOutCookie, readSessionToken } from '#server/auth/cookies.ts'
import { isRenewalDue, loadMembersByTokenHashes, loadViewerFromHeaders } from '#server/auth/load-viewer.ts'
import { hashToken } from '#server/auth/random-token.ts'

interface MediaSession {
  viewer: Member
  remembered: boolean
  tokenHash: string
  until: number
}

/** The sessions of members who are watching videos, by the hash of the session token. */
const sessions = new RenewalCache<string, MediaSession>({
  maxEntries: 5000,
  async load(hashes) {
    const until = performance.now() + mediaAccessCacheMs
    const found = await loadMembersByTokenHashes(hashes)
    return hashes.map((tokenHash) => {
      const session = found.get(tokenHash)
      return session && { value: { ...session, tokenHash, until }, until }
    })
  },
  renewalInput: (hash) => hash,
})

const sessionByViewer = new WeakMap<Viewer, MediaSession>()

/**
 * Loads the viewer of a request for media. A member who watches a video requests a segment every few seconds, so the
 * viewer is kept for 5 s. Staff are loaded on every request, because their accesses to reported media are logged.
 */
export async function loadMediaViewer(headers: Headers): Promise<Viewer> {
  const token = readSessionToken(headers)
  if (!token || headers.has('authorization') || hasOfflineSignOutCookie(headers))
    return loadViewerFromHeaders(headers)
  const hash = hashToken(token)
  const session = await sessions.get(hash, hash)
  if (!session || session.viewer.role !== 'user') return loadViewerFromHeaders(headers)
  const { viewer, remembered } = session
  if (isRenewalDue(viewer.session.expiresAt, remembered)) viewer.session.renewal = { token, remembered }
  sessionByViewer.set(viewer, session)
  return viewer
}

/**
 * Returns until when the viewer may be used without loading it again, in milliseconds of `performance.now()`. Returns
 * undefined for viewers who were loaded for one request only.
 */
export function getMediaViewerExpiry(viewer: Viewer): number | undefined {
  return sessionByViewer.get(viewer)?.until
}

/** Returns the current data of a viewer whom `loadMediaViewer` returned, or undefined if it has expired. */
export function getCurrentMediaViewer(viewer: Member): Member | undefined {
  const session = sessionByViewer.get(viewer)
  const current = session && sessions.peek(session.tokenHash)
  if (current) sessionByViewer.set(current.viewer, current)
  return current?.viewer
}
