import type { Viewer } from '../platform/http/viewer.ts'
import { withoutContacts } from './text/contacts.ts'
import { thisSite } from './text/read.ts'

/*
 * What people wrote, as somebody else sees it. Links and contact details are for adults alone (ruling 39, decisions/042). Visitors who
 * are not signed in, search engines and link previews among them, are of unknown age and count as minors. Covering happens when a
 * text is read, so that it also holds for what was written before, and for what a moderator has let through.
 */

/** Whether this viewer is known to be 18 or older. */
export function seesContacts(viewer: Viewer): boolean {
  return viewer.kind === 'member' && viewer.isAdult
}

/** A text of somebody else's, as this viewer sees it. */
export function textFor(viewer: Viewer, text: string): string {
  return seesContacts(viewer) ? text : forMinors(text)
}

/** The name somebody else is shown by: the username where they have no display name, or one that is a contact detail. */
export function nameFor(viewer: Viewer, displayName: string, username: string): string {
  if (displayName === '') return username
  return textFor(viewer, displayName) === displayName ? displayName : username
}

/** The trailer of somebody else's video: a video of this site is for everybody, a link to another site is a link. */
export function trailerFor(viewer: Viewer, url: string | null): string | null {
  return url === null || url.startsWith('/') || seesContacts(viewer) ? url : null
}

/** Cards show the same few texts again and again: reading one takes about 0.4 µs a letter, and remembering it 16 bytes. */
const known = new Map<string, string>()
let knownLetters = 0
const most = 4_000_000

export function forMinors(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  const covered = withoutContacts(text, thisSite())
  if (knownLetters > most) {
    known.clear()
    knownLetters = 0
  }
  knownLetters += text.length
  known.set(text, covered)
  return covered
}
