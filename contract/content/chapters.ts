import { z } from 'zod'
import { SingleLineText } from '../user-text.ts'

/*
 * The schemas only, because every page with videos loads this module. The rules are in chapter-rules.ts.
 */

export const chapterLimits = { min: 3, max: 100, minSeconds: 5, maxSeconds: 359_999, titleMax: 100 }

const Chapter = z.object({
  seconds: z.number().meta({ description: 'Where the chapter starts.' }),
  title: z.string(),
})
/** A part of a video, from `seconds` to the start of the next chapter. */
export type Chapter = z.output<typeof Chapter>

export const Chapters = z
  .array(Chapter)
  .meta({ description: 'At least three chapters in order, the first at 0, or an empty list.' })

/** The chapters from the editor, in any order. The server checks them with `checkCustomChapters`. */
export const CustomChapters = z
  .array(
    z.strictObject({
      seconds: z
        .int('chapters_invalid')
        .min(0, 'chapters_invalid')
        .max(chapterLimits.maxSeconds, 'chapters_invalid'),
      title: SingleLineText,
    }),
  )
  .max(chapterLimits.max, 'chapters_invalid')
  .meta({ description: 'An empty list means that the chapters are read from the description.' })
export const SavedCustomChapters = z
  .array(Chapter)
  .nullable()
  .meta({ description: 'The chapters from the editor, or null if they are read from the description.' })
