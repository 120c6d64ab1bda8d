import { z } from 'zod'
import { SingleLineText } from '../user-text.ts'

/*
 * The schemas only, because every page with videos loads this module. The rules are in chapter-rules.ts.
 */

const Chapter = z.object({ seconds: z.number(), title: z.string() })
/** A part of a video, from `seconds` to the start of the next chapter. */
export type Chapter = z.output<typeof Chapter>

export const Chapters = z.array(Chapter).meta({ description: 'The chapters in order, the first at 0.' })

/** The chapters from the editor, in any order. The server checks them with `checkCustomChapters`. */
export const CustomChapters = z
  .array(z.strictObject({ seconds: z.int(), title: SingleLineText }))
  .max(1000)
  .meta({ description: 'An empty list means that the chapters are read from the description.' })
export const SavedCustomChapters = z
  .array(Chapter)
  .nullable()
  .meta({ description: 'Null if the chapters are read from the description.' })
