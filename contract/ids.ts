import { z } from 'zod'

/** An id that is not an id names nothing: the edge answers 404 for it, never 500. */
export const Id = z.uuid('not_found')

export const Timestamp = z.iso.datetime().meta({ description: 'RFC 3339, UTC' })

/** An opaque place in a list; the answer to `next_cursor` of the page before. */
export const Cursor = z.string().max(200)
