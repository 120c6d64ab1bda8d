import { z } from 'zod'
import { SingleLineText } from '../user-text.ts'

/*
 * This module contains only the schemas, because every page with videos loads this module. The rules for
 * chapters are in chapter-rules.ts.
 */

const Chapter = z.object({ seconds: z.number(), title: z.string() })
/** A part of a video, from `seconds` to the start of the next chapter. */
export type Chapter = z.output<typeof Chapter>

export const Chapters = z.array(Chapter).meta({ description: 'The chapters in order, the first at 0.' })

/** Custom chapters, in any order. The server validates custom chapters with `checkCustomChapters`. */
export const CustomChapters = z
  .array(z.strictObject({ seconds: z.int(), title: SingleLineText }))
  .max(1000)
  .meta({ description: 'If the list is empty, the chapters are read from the description.' })
export const SavedCustomChapters = z
  .array(Chapter)
  .nullable()
  .meta({ description: 'Null if the chapters are read from the description.' })
