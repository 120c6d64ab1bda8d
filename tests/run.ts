/*
 * Runs everything and ends with one line, `N passed, N failed`. `npm test -- comments` runs only the files whose path
 * contains the word. Order: what is cheap and tells most first.
 */
import { spawn } from 'node:child_process'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { testServer } from './support/database.ts'

interface Score {
  passed: number
  /** Each as `file: title`. */
  failed: string[]
}

const home = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const started = Date.now()
const scores: Score[] = []

if (words.length === 0) scores.push(...(await checks()))
const server = await testServer()
process.env['TEST_DATABASE_URL'] = server.url
process.env['LOG_LEVEL'] ??= 'error'
// Every file is a process of its own and reads the same modules: what one has compiled serves the others.
process.env['NODE_COMPILE_CACHE'] ??= join(home, 'node_modules/.cache/node')
try {
  scores.push(await nodeTests())
  scores.push(await browserTests())
} finally {
  await server.stop()
}

const passed = scores.reduce((sum, score) => sum + score.passed, 0)
const failed = scores.flatMap((score) => score.failed)
if (failed.length > 0) console.log(`\n${failed.map((name) => `✖ ${name}`).join('\n')}`)
console.log(`\nin ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 && passed > 0 ? 0 : 1)

/** Types, lint, format: each counts as a test. */
async function checks(): Promise<Score[]> {
  const commands = [
    ['react-router', 'typegen'],
    ['tsc', '--noEmit'],
    ['oxlint', '--deny-warnings'],
    ['prettier', '--check', '--log-level', 'warn', '.'],
  ]
  const found: Score[] = []
  for (const [command, ...args] of commands) {
    const code = await execute(command!, args)
    const line = `${command} ${args.join(' ')}`
    console.log(`${code === 0 ? '✔' : '✖'} ${line}`)
    found.push(code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [line] })
  }
  return found
}

async function nodeTests(): Promise<Score> {
  const files: string[] = []
  for await (const file of glob(['{bin,contract,media,server,web,tests}/**/*.test.ts'], {
    exclude: ['tests/e2e/**'],
  }))
    if (matches(file)) files.push(file)
  const score: Score = { passed: 0, failed: [] }
  if (files.length === 0) return score
  // Room for what is young: a tenth less work already while a file imports the server.
  const execArgv = ['--max-semi-space-size=32', '--import', join(home, 'tests/support/untracked.ts')]
  const stream = run({ files: files.toSorted(), concurrency: 2, timeout: 180_000, execArgv })
  stream.on('test:pass', ({ details, skip }) => {
    if (details.type !== 'suite' && !skip) score.passed += 1
  })
  stream.on('test:fail', ({ details, file, name }) => {
    if (details.type !== 'suite') score.failed.push(titled(file, name))
  })
  for await (const line of stream.compose(spec)) process.stdout.write(line)
  return score
}

async function browserTests(): Promise<Score> {
  // By their names: a bare word would also fit the folder that this project lies in.
  const files: string[] = []
  if (words.length > 0 && !words.some((word) => 'tests/e2e/'.includes(word))) {
    for await (const file of glob('tests/e2e/**/*.spec.ts')) if (matches(file)) files.push(file)
    if (files.length === 0) return { passed: 0, failed: [] }
  }
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-e2e-'))
  const report = join(folder, 'report.json')
  try {
    await execute('playwright', ['test', '--config', 'tests/e2e/playwright.config.ts', ...files], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
    const { stats, suites, errors } = JSON.parse(await readFile(report, 'utf8')) as JSONReport
    const bad = suites.flatMap((suite) => failedIn(suite))
    return { passed: stats.expected, failed: [...bad, ...errors.map(({ message = '' }) => message)] }
  } catch (error) {
    return { passed: 0, failed: [`The browser tests did not run: ${(error as Error).message}`] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function failedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const bad = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  return [
    ...bad.map(({ file, title }) => titled(`tests/e2e/${file}`, title)),
    ...suites.flatMap((suite) => failedIn(suite)),
  ]
}

/** A file that ends before its tests are told is itself what has failed. */
function titled(file: string | undefined, title: string): string {
  const path = (name: string) => (isAbsolute(name) ? relative(home, name) : name)
  return file && path(file) !== path(title) ? `${path(file)}: ${title}` : path(title)
}

function matches(file: string): boolean {
  return words.length === 0 || words.some((word) => file.includes(word))
}

function execute(command: string, args: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
