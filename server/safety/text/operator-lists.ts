import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../platform/config.ts'
import { entriesOf, type Lists } from './listed.ts'

const names = ['refuse', 'hold', 'allow'] as const

/** The operator's word lists (`DATA_DIR/words/*.txt`, see docs/words.md), read again when a file has changed. */
export function operatorLists(): Lists {
  return Object.fromEntries(names.map((name) => [name, entries(name)])) as unknown as Lists
}

const read = new Map<string, { stamp: string; entries: Lists['refuse'] }>()

/** A look at a small file's dates takes some microseconds: less than asking whether it is time to look. */
function entries(name: (typeof names)[number]): Lists['refuse'] {
  const path = join(config.dataDir, 'words', `${name}.txt`)
  const found = statSync(path, { throwIfNoEntry: false })
  const stamp = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
  const before = read.get(path)
  if (before?.stamp === stamp) return before.entries
  const now = { stamp, entries: entriesOf(found ? readFileSync(path, 'utf8') : '') }
  read.set(path, now)
  return now.entries
}
