import type { CorpusClip } from './corpus-manifest.ts'

/** How one file went. */
export interface CorpusReport {
  clip: CorpusClip
  said: string
  wrongs: string[]
}

/** One line a file, and one more for each thing that is wrong. */
export function printCorpusReport({ clip, said, wrongs }: CorpusReport): void {
  console.log(`${wrongs.length > 0 ? '✖' : '✔'} ${clip.name} (${clip.what}): ${said}`)
  for (const wrong of wrongs) console.log(`    ✖ ${wrong}`)
}
