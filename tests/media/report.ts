import type { Clip } from './manifest.ts'

/** How one file went. */
export interface Report {
  clip: Clip
  said: string
  wrongs: string[]
}

/** One line a file, and one more for each thing that is wrong. */
export function print({ clip, said, wrongs }: Report): void {
  console.log(`${wrongs.length > 0 ? '✖' : '✔'} ${clip.name} (${clip.what}): ${said}`)
  for (const wrong of wrongs) console.log(`    ✖ ${wrong}`)
}
