import { z } from 'zod'

/** A malformed id cannot match anything, so the API returns 404 and not a validation error. */
export const Id = z.uuid('not_found')

export const Timestamp = z.iso.datetime().meta({ description: 'An RFC 3339 timestamp in UTC.' })

const positionPattern = String.raw`\d{1,18}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`

/**
 * An opaque position in a list, taken from `next_cursor` of the previous page. `before` is a regular
 * expression for the sort keys that precede the time and the id in the cursor. Malformed cursors are
 * rejected. If malformed cursors returned the first page, a paginating client could enter an endless loop.
 */
export function createCursorSchema(before = '') {
  return z.string('cursor_invalid').regex(new RegExp(`^${before}${positionPattern}$`), 'cursor_invalid')
}

export const Cursor = createCursorSchema()
