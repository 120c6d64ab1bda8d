/*
 * docs/spec-coverage.md says, sentence by sentence of the specification, where it lives and which test proves it;
 * docs/what-must-hold.md says the same of bad input, faults, attacks and load. A table that nobody checks rots: here every
 * place and every test that they name must exist.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test from 'node:test'

interface Row {
  says: string
  where: string
  proof: string
}

const rows = await readTable()

test('the tables have a row for each sentence, and every row is whole', () => {
  assert.ok(rows.length > 250, `only ${rows.length} rows were read`)
  for (const { says, where, proof } of rows) assert.ok(says && where && proof, `incomplete: ${says}`)
})

test('every place that the tables name is there', () => {
  const missing = rows.flatMap(({ says, where }) =>
    [...where.matchAll(/`([^`]+)`/g)]
      .map(([, path]) => path!)
      .filter((path) => path.includes('/') && !existsSync(path))
      .map((path) => `${path} (${says})`),
  )
  assert.deepEqual(missing, [])
})

test('every test that the tables name is there', async () => {
  const missing: string[] = []
  for (const { says, proof } of rows)
    for (const { file, title } of testsIn(proof))
      if (!(await titlesOf(file)).includes(title)) missing.push(`${file}: ${title} (${says})`)
  assert.deepEqual(missing, [])
})

test('fewer than five rows have no test, and each of those says why', () => {
  const bare = rows.filter(({ proof }) => testsIn(proof).length === 0)
  assert.ok(bare.length < 5, bare.map(({ says }) => says).join('\n'))
  for (const { says, proof } of bare) assert.match(proof, /^No test: .{20,}/, says)
})

async function readTable(): Promise<Row[]> {
  const texts = await Promise.all(
    ['docs/spec-coverage.md', 'docs/what-must-hold.md'].map((file) => readFile(file, 'utf8')),
  )
  return texts
    .flatMap((text) => text.split('\n'))
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, , says = '', where = '', proof = ''] = line.split(' | ').flatMap(trimmed)
      return { says, where, proof }
    })
}

/** Cells of a row; the first one begins with a bar, the last one ends with one. */
function trimmed(cell: string, at: number): string[] {
  return at === 0 ? ['', cell.replace(/^\| /, '')] : [cell.replace(/ \|$/, '').trim()]
}

/** `file`: title, one a line. */
function testsIn(proof: string): { file: string; title: string }[] {
  return proof.split('<br>').flatMap((line) => {
    const [, file, title] = /^`([^`]+)`: (.+)$/.exec(line.trim()) ?? []
    return file && title ? [{ file, title }] : []
  })
}

const known = new Map<string, string[]>()

async function titlesOf(file: string): Promise<string[]> {
  if (!known.has(file)) known.set(file, existsSync(file) ? titles(await readFile(file, 'utf8')) : [])
  return known.get(file)!
}

function titles(source: string): string[] {
  return [...source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g)].map(([, , title]) =>
    title!.replaceAll('\\', ''),
  )
}
