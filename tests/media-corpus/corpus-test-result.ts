import type { CorpusClip } from './corpus-manifest.ts'

/** The result of testing one file. */
export interface CorpusTestResult {
  clip: CorpusClip
  said: string
  wrongs: string[]
}

/** Prints one line per file, and one more line for each problem. */
export function printCorpusTestResult({ clip, said, wrongs }: CorpusTestResult): void {
  console.log(`${wrongs.length > 0 ? '✖' : '✔'} ${clip.name} (${clip.what}): ${said}`)
  for (const wrong of wrongs) console.log(`    ✖ ${wrong}`)
}
