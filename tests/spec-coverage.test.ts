/*
 * docs/spec-coverage.md lists, for every sentence of the specification, the code that implements the sentence
 * and the test that proves it. docs/what-must-hold.md has similar tables for bad input, faults, attacks and
 * load, and docs/asvs.md has tables for the ASVS security standard. Every file and test that the tables name
 * must exist.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import test from 'node:test'

interface Row {
  file: string
  number: string
  says: string
  where: string
  proof: string
}

const asvs = 'docs/asvs.md'
const rows = await readTable()

test('the coverage tables have a complete row for each sentence of the specification', () => {
  assert.ok(rows.length > 250, `only ${rows.length} rows were read`)
  for (const { says, where, proof } of rows) assert.ok(says && where && proof, `incomplete: ${says}`)
})

test('every file named in the coverage tables exists', () => {
  const missing = rows.flatMap(({ says, where }) =>
    [...where.matchAll(/`([^`]+)`/g)]
      .map(([, path]) => path!)
      .filter((path) => path.includes('/') && !existsSync(path))
      .map((path) => `${path} (${says})`),
  )
  assert.deepEqual(missing, [])
})

test('every test named in the coverage tables exists', async () => {
  const missing: string[] = []
  for (const { says, proof } of rows)
    for (const { file, title } of testsIn(proof))
      if (!(await titlesOf(file)).includes(title)) missing.push(`${file}: ${title} (${says})`)
  assert.deepEqual(missing, [])
})

test('fewer than five rows of the coverage tables have no test, and each of these rows gives a reason', () => {
  const bare = rows.filter(({ file, proof }) => file !== asvs && testsIn(proof).length === 0)
  assert.ok(bare.length < 5, bare.map(({ says }) => says).join('\n'))
  for (const { says, proof } of bare) assert.match(proof, /^No test: .{20,}/, says)
})

test('every ASVS 5.0.0 requirement of levels 1 and 2 has one row in docs/asvs.md, with a test or a reason', () => {
  const verdicts = rows.filter(({ file }) => file === asvs)
  assert.deepEqual(
    verdicts.map(({ number }) => number),
    asvsNumbers().map((number) => `v5.0.0-${number}`),
  )
  for (const { number, proof } of verdicts) {
    if (verdictOf(proof) === 'met') assert.ok(testsIn(proof).length > 0, `${number} names no test`)
    else
      assert.match(
        proof,
        /^\*\*(?:not applicable\*\*: .{15,}|gap\*\* \((?:low|medium|high)\): .{20,})/,
        number,
      )
  }
})

test('the totals at the top of docs/asvs.md match its rows', async () => {
  const text = await readFile(asvs, 'utf8')
  const verdicts = rows.filter(({ file }) => file === asvs).map(({ proof }) => verdictOf(proof))
  for (const [verdict, number] of Object.entries({ ...countOf(verdicts), all: verdicts.length }))
    assert.match(text, new RegExp(`^\\| ${verdict} +\\| ${number} +\\|$`, 'm'), `${verdict}: ${number}`)
})

function verdictOf(proof: string): string {
  return /^\*\*([a-z ]+)\*\*/.exec(proof)?.[1] ?? 'none'
}

function countOf(verdicts: string[]): Record<string, number> {
  const counts: Record<string, number> = { met: 0, 'not applicable': 0, gap: 0 }
  for (const verdict of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1
  return counts
}

/**
 * Returns the numbers of the ASVS requirements of levels 1 and 2. `sections` lists how many requirements of
 * levels 1 and 2 each section has. In every section of ASVS, the level 3 requirements come last.
 */
function asvsNumbers(): string[] {
  const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
    5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
    9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
    13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`
  return sections.split(/\s+/).flatMap((section) => {
    const [name, count] = section.split(':')
    return Array.from({ length: Number(count) }, (_, at) => `${name}.${at + 1}`)
  })
}

async function readTable(): Promise<Row[]> {
  const files = ['docs/spec-coverage.md', 'docs/what-must-hold.md', asvs]
  const found = await Promise.all(files.map(async (file) => rowsIn(file, await readFile(file, 'utf8'))))
  return found.flat()
}

function rowsIn(file: string, text: string): Row[] {
  return text
    .split('\n')
    .filter((line) => /^\| (?:v5\.0\.0-)?\d/.test(line))
    .map((line) => {
      const [, number = '', says = '', where = '', proof = ''] = line.split(' | ').flatMap(trimCell)
      return { file, number: number.trim(), says, where, proof }
    })
}

/** Strips the outer vertical bar from the first and the last cell of a Markdown table row. */
function trimCell(cell: string, at: number): string[] {
  return at === 0 ? ['', cell.replace(/^\| /, '')] : [cell.replace(/ \|$/, '').trim()]
}

/** Parses lines of the form `file`: title. */
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
