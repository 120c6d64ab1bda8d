import { useState } from 'react'
import type { TrimRange } from '../preprocessing/trim-range.ts'

export interface VideoTrim {
  /** The part of the chosen file to upload, or undefined to upload all of it. */
  range: TrimRange | undefined
  onChange(range: TrimRange | undefined): void
}

/**
 * Manages which part of the chosen file the user has selected in the trim dialog. If the user chooses another
 * file, the trim of the previous file no longer applies.
 */
export function useTrim(file: File | null): VideoTrim {
  const [chosen, setChosen] = useState<{ file: File | null; range: TrimRange | undefined }>()
  return {
    range: chosen?.file === file ? chosen?.range : undefined,
    onChange: (range) => setChosen({ file, range }),
  }
}
