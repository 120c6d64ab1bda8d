import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '#server/platform/config.ts'
import { getSetting } from '#server/platform/runtime-settings/runtime-settings.ts'
import { parseWordList, type WordLists } from './word-lists.ts'

const wordListNames = ['refuse', 'hold', 'allow'] as const

/**
 * Returns the operator's word lists: the entries from the settings, and those from the files in
 * `DATA_DIR/words` (docs/word-lists.md). A word list is parsed again if its setting or file has changed.
 */
export function loadOperatorWordLists(): WordLists {
  return Object.fromEntries(wordListNames.map((name) => [name, loadWordList(name)])) as unknown as WordLists
}

const cachedWordLists = new Map<string, { stamp: string; setting: string; entries: WordLists['refuse'] }>()

/** Loads one word list. Every call checks the file's modification time, which takes a few microseconds. */
function loadWordList(name: (typeof wordListNames)[number]): WordLists['refuse'] {
  const path = join(config.dataDir, 'words', `${name}.txt`)
  const setting = getSetting(`${name}_words`)
  const found = statSync(path, { throwIfNoEntry: false })
  const stamp = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
  const before = cachedWordLists.get(path)
  if (before?.stamp === stamp && before.setting === setting) return before.entries
  const text = [setting, found ? readFileSync(path, 'utf8') : ''].join('\n')
  const now = { stamp, setting, entries: parseWordList(text) }
  cachedWordLists.set(path, now)
  return now.entries
}
