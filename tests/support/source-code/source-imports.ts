import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** A TypeScript file of this repository. */
export interface TypeScriptFile {
  path: string
  text: string
  /** The imported files, as paths in this repository, and the imported packages, as package names. */
  imports: { path: string; typesOnly: boolean }[]
}

/** Reads every TypeScript file of this repository with its imports. */
export async function readTypeScriptFiles(): Promise<TypeScriptFile[]> {
  const found: TypeScriptFile[] = []
  for await (const path of glob('{bench,bin,contract,i18n,media,server,web,tests}/**/*.{ts,tsx}')) {
    const text = await readFile(path, 'utf8')
    found.push({ path, text, imports: [...importsOf(path, text)] })
  }
  assert.ok(found.length > 50, 'no TypeScript files were found')
  return found
}

function* importsOf(path: string, text: string): Iterable<TypeScriptFile['imports'][number]> {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm,
  )
  for (const [, types, named, dynamic] of statements) {
    const to = named ?? dynamic!
    const resolved = to.startsWith('#')
      ? to.slice(1)
      : to.startsWith('.')
        ? normalize(join(dirname(path), to))
        : to
    yield { path: resolved, typesOnly: types !== undefined }
  }
}

/** Whether an imported path is a file of this repository. */
export function isRepositoryPath(path: string): boolean {
  return /^(contract|i18n|media|server|web|tests)\//.test(path)
}

/** Returns groups of files that import each other in a cycle (Tarjan's strongly connected components). */
export function findImportCycles(sources: TypeScriptFile[]): string[][] {
  const bySource = new Map(sources.map((source) => [source.path, source]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string) => {
    index.set(path, index.size)
    low.set(path, index.get(path)!)
    stack.push(path)
    for (const { path: to } of bySource.get(path)!.imports) {
      if (!bySource.has(to)) continue
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path)!, low.get(to)!))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) cycles.push(group)
  }
  for (const path of bySource.keys()) if (!index.has(path)) visit(path)
  return cycles
}
