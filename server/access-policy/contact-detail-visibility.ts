import type { Viewer } from '#server/platform/http/viewer.ts'
import { maskContactDetails } from '#server/text-moderation/mask-contact-details.ts'
import { getSiteHostForLinkChecks } from '#server/text-moderation/check-user-text.ts'

/*
 * This file contains the rules that decide how a person's text is shown to other people. Links and contact
 * details are visible only to adults, and only in text that an adult wrote (decisions/042). The age of
 * anonymous visitors, search engines and link previews is unknown, so they count as minors. Text is masked
 * when it is read, so the rules also cover older text and text that a moderator has approved. In a moderation
 * case that they have claimed, staff see the original text.
 */

/** Returns whether this viewer is known to be 18 or older. */
export function canSeeContactDetails(viewer: Viewer): boolean {
  return viewer.kind === 'member' && viewer.isAdult
}

/**
 * Returns text written by another person as this viewer may see it. `byMinor` means that the author is a
 * minor, whose contact details are hidden from everyone else.
 */
export function maskTextForViewer(viewer: Viewer, text: string, byMinor: boolean): string {
  return !byMinor && canSeeContactDetails(viewer) ? text : maskContactDetailsCached(text)
}

/**
 * Returns the name shown for another person. This is the display name, or the username if the display name
 * contains contact details or is empty (as it is for every minor).
 */
export function getVisibleDisplayName(viewer: Viewer, displayName: string, username: string): string {
  if (displayName === '') return username
  return maskTextForViewer(viewer, displayName, false) === displayName ? displayName : username
}

/**
 * Returns the trailer URL of another person's video, or null if this viewer may not see the trailer. A
 * trailer on this site is visible to everyone. A trailer on another site is hidden under the same rules as a
 * link in other text.
 */
export function getVisibleTrailerUrl(viewer: Viewer, url: string | null, byMinor: boolean): string | null {
  return url === null || url.startsWith('/') || (!byMinor && canSeeContactDetails(viewer)) ? url : null
}

/**
 * Caches masked text, because cards show the same few titles and names repeatedly. Masking takes about 0.4 µs
 * per character of text, and the cache uses at most about 16 bytes per character.
 */
const maskedTexts = new Map<string, string>()
let maskedTextsLength = 0
const maxMaskedTextsLength = 4_000_000

export function maskContactDetailsCached(text: string): string {
  const before = maskedTexts.get(text)
  if (before !== undefined) return before
  const covered = maskContactDetails(text, getSiteHostForLinkChecks())
  if (maskedTextsLength > maxMaskedTextsLength) {
    maskedTexts.clear()
    maskedTextsLength = 0
  }
  maskedTextsLength += text.length
  maskedTexts.set(text, covered)
  return covered
}
