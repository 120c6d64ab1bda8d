import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageRegistry, isLocalizedMessageView, getMessagePattern } from '../define-messages.ts'
import type { TranslationTree } from '../flatten-translations.ts'

/** An English string in a message catalog. */
export interface SourceMessage {
  text: string
  /** Whether the string uses ICU MessageFormat syntax. */
  isPattern: boolean
}

const root = join(import.meta.dirname, '../..')

/** Loads every catalog of the site and returns all English messages by their id. */
export async function loadSourceMessages(): Promise<Map<string, SourceMessage>> {
  for await (const path of glob('{contract,server,web/messages}/**/*.ts', { cwd: root }))
    if (!path.endsWith('.test.ts') && (await hasMessages(path)))
      await import(pathToFileURL(join(root, path)).href)
  const messages = new Map<string, SourceMessage>()
  for (const [name, { texts, untranslated }] of messageRegistry)
    collect(name, texts, new Set(untranslated), messages)
  return messages
}

async function hasMessages(path: string): Promise<boolean> {
  const { readFile } = await import('node:fs/promises')
  return (await readFile(join(root, path), 'utf8')).includes('defineMessages(')
}

function collect(
  id: string,
  node: object,
  untranslated: ReadonlySet<string>,
  into: Map<string, SourceMessage>,
): void {
  for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(node))) {
    if (!descriptor.enumerable || descriptor.get || untranslated.has(key)) continue
    const value = descriptor.value as unknown
    const pattern = getMessagePattern(value)
    if (typeof value === 'string') into.set(`${id}.${key}`, { text: value, isPattern: false })
    else if (pattern !== undefined) into.set(`${id}.${key}`, { text: pattern, isPattern: true })
    else if (typeof value === 'object' && value !== null && !isLocalizedMessageView(value))
      collect(`${id}.${key}`, value, untranslated, into)
  }
}

/** Returns the messages as translation files: one tree per area, in the order of the catalogs. */
export function toTranslationTrees(messages: ReadonlyMap<string, string>): Map<string, TranslationTree> {
  const areas = new Map<string, TranslationTree>()
  for (const [id, text] of messages) {
    const [area, path] = id.split(/\/(.*)/) as [string, string]
    const tree = areas.get(area) ?? {}
    areas.set(area, tree)
    const keys = path.split('.')
    const last = keys.pop()!
    const parent = keys.reduce((node, key) => (node[key] ??= {}) as TranslationTree, tree)
    parent[last] = text
  }
  return areas
}
