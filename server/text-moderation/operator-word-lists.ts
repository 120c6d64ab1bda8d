import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '#server/platform/config.ts'
import { parseWordList, type WordLists } from './word-lists.ts'

const wordListNames = ['refuse', 'hold', 'allow'] as const

/**
 * Returns the operator's word lists (`DATA_DIR/words/*.txt`, see docs/word-lists.md). A word list whose file
 * has changed is read again.
 */
export function loadOperatorWordLists(): WordLists {
  return Object.fromEntries(wordListNames.map((name) => [name, loadWordList(name)])) as unknown as WordLists
}

const cachedWordLists = new Map<string, { stamp: string; entries: WordLists['refuse'] }>()

/** Loads one word list. Every call checks the file's modification time, which takes a few microseconds. */
function loadWordList(name: (typeof wordListNames)[number]): WordLists['refuse'] {
  const path = join(config.dataDir, 'words', `${name}.txt`)
  const found = statSync(path, { throwIfNoEntry: false })
  const stamp = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
  const before = cachedWordLists.get(path)
  if (before?.stamp === stamp) return before.entries
  const now = { stamp, entries: parseWordList(found ? readFileSync(path, 'utf8') : '') }
  cachedWordLists.set(path, now)
  return now.entries
}
