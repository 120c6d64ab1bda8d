import { z } from 'zod'

/** An id that is not an id names nothing: the edge answers 404 for it, never 500. */
export const Id = z.uuid('not_found')

export const Timestamp = z.iso.datetime().meta({ description: 'RFC 3339, UTC' })

const place = String.raw`\d{1,18}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`

/**
 * An opaque place in a list; the answer to `next_cursor` of the page before. `before`: what stands before the time and the id where a list
 * has further keys. Anything else is refused: taken for the first page, it would lead a program that pages round in a circle.
 */
export function cursorSchema(before = '') {
  return z.string('cursor_invalid').regex(new RegExp(`^${before}${place}$`), 'cursor_invalid')
}

export const Cursor = cursorSchema()
