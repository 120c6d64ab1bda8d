/*
 * Runs the checks and tests, and prints `N passed, N failed` as its last line. `npm run test:all` also runs
 * the tests that are left to CI, and runs screen tests on a phone and on a desktop. `npm test -- comments`
 * runs only the files whose path contains the word `comments`.
 */
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import '#server/platform/node-runtime.ts'
import { detectSandboxTools } from '#media/sandbox/spawn-sandboxed.ts'
import { startPgBouncer } from '#tests/support/servers/pgbouncer.ts'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import {
  groupTestFiles,
  isCiOnlyTest,
  isCpuBoundTest,
  isResilienceTest,
} from '#tests/support/runner/test-groups.ts'
import {
  runBrowserTests,
  runChildProcess,
  repositoryRoot,
  runNodeTests,
  type NodeTestOptions,
  type TestResults,
  printSummary,
} from '#tests/support/runner/test-runner.ts'

const words = process.argv.slice(2).filter((word) => word !== '--all')
const includesCiOnlyTests = words.length > 0 || process.argv.includes('--all')
const started = Date.now()
let scores: TestResults[] = []

if (!(await isSandboxed())) process.env['SANDBOX'] = 'off'
const server = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = server.url
// With TEST_PGBOUNCER=yes, the API tests connect to PostgreSQL through PgBouncer (in transaction mode).
const pooler = process.env['TEST_PGBOUNCER'] ? await startPgBouncer(server.url) : undefined
if (pooler) process.env['TEST_POOLER_URL'] = pooler.urlOf(server.url)
process.env['LOG_LEVEL'] ??= 'error'
if (process.argv.includes('--all')) process.env['ALL_SCREENS'] ??= 'yes'
// The processes share a compile cache, because they import the same modules.
process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/node')
try {
  const files = await findTestFiles()
  // The checks use only otherwise idle cores.
  const results = await Promise.all([words.length === 0 ? checks() : [], runTests(files)])
  scores = results.flat()
} finally {
  await pooler?.stop()
  await server.stop()
}
process.exit(printSummary(scores, started))

async function runTests(files: string[]): Promise<TestResults[]> {
  // Four groups run at a time, although a small machine has only two cores, because many tests wait for a
  // timer or a process.
  const others = files.filter((file) => !isResilienceTest(file) && !isCpuBoundTest(file))
  const results = [await runTestFiles(others, { concurrency: 4 })]
  const computations = { concurrency: 1, preload: ['lower-process-priority'] }
  results.push(
    ...(await Promise.all([browserTests(), runTestFiles(files.filter(isCpuBoundTest), computations)])),
  )
  // These tests measure how long the server takes, so only two of them run at a time.
  results.push(await runTestFiles(files.filter(isResilienceTest), { concurrency: 2 }))
  return results
}

/**
 * Without user namespaces, the product refuses to decode media, so the tests run with `SANDBOX=off` and print
 * a notice.
 */
async function isSandboxed(): Promise<boolean> {
  try {
    await detectSandboxTools()
    return true
  } catch {
    console.log('bubblewrap does not work on this machine, so the tests run with SANDBOX=off')
    return false
  }
}

/** The type check, the linter and the format check each count as one test. */
async function checks(): Promise<TestResults[]> {
  const generated = await check(['react-router', 'typegen'])
  const commands = [
    // With one thread, the type check takes as long as with two threads, but uses 8.6 s of CPU time instead
    // of 15 s.
    ['tsc', '--noEmit', '--singleThreaded'],
    ['oxlint', '--deny-warnings'],
    ['oxfmt', '--check'],
  ]
  return [generated, ...(await Promise.all(commands.map(check)))]
}

async function check([command, ...args]: string[]): Promise<TestResults> {
  const code = await runChildProcess(command!, args, { nice: 10 })
  const line = `${command} ${args.join(' ')}`
  console.log(`${code === 0 ? '✔' : '✖'} ${line}`)
  return code === 0
    ? { passed: 1, failed: [] }
    : { passed: 0, failed: [{ name: line, reason: `exit code ${code}` }] }
}

async function findTestFiles(): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob(['*/**/*.test.ts'], {
    exclude: ['node_modules/**', 'build/**', 'tests/e2e/**'],
  }))
    if (matches(file) && (includesCiOnlyTests || !isCiOnlyTest(file))) files.push(file)
  return files
}

async function runTestFiles(
  files: string[],
  options: Partial<NodeTestOptions> & { concurrency: number },
): Promise<TestResults> {
  return runNodeTests(await groupTestFiles(files), { timeout: 600_000, ...options })
}

async function browserTests(): Promise<TestResults> {
  const files: string[] = []
  for await (const file of glob('tests/e2e/**/*.spec.ts'))
    if (matches(file) && (includesCiOnlyTests || !isCiOnlyTest(file))) files.push(file)
  // Passes full paths to Playwright, because a word from the command line might match the path of the
  // repository.
  return files.length > 0 ? runBrowserTests(files) : { passed: 0, failed: [] }
}

function matches(file: string): boolean {
  return words.length === 0 || words.some((word) => file.includes(word))
}
