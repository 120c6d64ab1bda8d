import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

export interface TestResults {
  passed: number
  failed: FailedTest[]
}

export interface FailedTest {
  /** `file: title`. */
  name: string
  /** The error message without terminal colors. */
  reason: string
}

/** An error that Node's test runner reports. Node's type definitions lack the properties of this error. */
type TestError = Error & { failureType?: string }

export const repositoryRoot = join(import.meta.dirname, '../../..')

export interface NodeTestOptions {
  /** The number of groups that run at a time. */
  concurrency: number
  /**
   * The time limit per file, in milliseconds. The time limit of a group is the sum of the time limits of its
   * files.
   */
  timeout: number
  /** Names (without `.ts`) of the files in `tests/support/runner` that every test process preloads. */
  preload?: string[]
}

/**
 * Runs groups of test files with Node's test runner, each group in its own process, and prints their output.
 */
export async function runNodeTests(
  groups: string[][],
  { concurrency, timeout, preload = [] }: NodeTestOptions,
): Promise<TestResults> {
  const score: TestResults = { passed: 0, failed: [] }
  const waiting = [...groups]
  const runGroups = async () => {
    for (let group = waiting.shift(); group; group = waiting.shift())
      await runTestGroup(group, timeout, preload, score)
  }
  await Promise.all(Array.from({ length: concurrency }, runGroups))
  return score
}

async function runTestGroup(
  files: string[],
  timeoutPerFile: number,
  preload: string[],
  score: TestResults,
): Promise<void> {
  // A larger young generation of the JavaScript heap saves a tenth of the CPU time that a test file needs to
  // import the server.
  const ahead = ['disable-promise-tracking', 'exit-when-idle', ...preload].flatMap((name) => [
    '--import',
    join(repositoryRoot, `tests/support/runner/${name}.ts`),
  ])
  const execArgv = ['--max-semi-space-size=32', ...ahead]
  const timeout = timeoutPerFile * files.length
  const stream =
    files.length === 1
      ? run({ files, timeout, execArgv })
      : run({
          files: [join(import.meta.dirname, 'run-test-files.ts')],
          argv: [String(timeoutPerFile), ...files],
          timeout,
          execArgv,
        })
  stream.on('test:pass', ({ details, skip }) => {
    if (details.type !== 'suite' && !skip) score.passed += 1
  })
  stream.on('test:fail', ({ details, file, name }) => {
    // Failed tests within a suite are counted separately. A suite also fails if one of its hooks fails or if
    // its file cannot be loaded.
    if (details.type === 'suite' && (details.error as TestError).failureType === 'subtestsFailed') return
    score.failed.push({
      name: failureTitle(file, name),
      reason: formatReason(details.error.cause ?? details.error),
    })
  })
  let output = ''
  for await (const line of stream.compose(spec)) output += line
  process.stdout.write(output)
}

/**
 * Runs the browser tests in `files`, or all browser tests if `files` is empty. The Playwright configuration is in the
 * folder `configFolder`.
 */
export async function runBrowserTests(
  files: string[],
  configFolder: 'tests/e2e' | 'tests/multi-process/browser' = 'tests/e2e',
): Promise<TestResults> {
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-e2e-'))
  const report = join(folder, 'report.json')
  try {
    await runChildProcess(
      'playwright',
      ['test', '--config', `${configFolder}/playwright.config.ts`, ...files],
      {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      },
    )
    const { stats, suites, errors } = JSON.parse(await readFile(report, 'utf8')) as JSONReport
    const bad = suites.flatMap((suite) => failedSpecs(suite, configFolder))
    return {
      passed: stats.expected,
      failed: [...bad, ...errors.map((error) => ({ name: 'Playwright', reason: formatReason(error) }))],
    }
  } catch (error) {
    return { passed: 0, failed: [{ name: 'The browser tests did not run', reason: formatReason(error) }] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function failedSpecs({ specs, suites = [] }: JSONReportSuite, folder: string): FailedTest[] {
  const bad = specs.filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
  return [
    ...bad.map(({ file, title, tests }) => ({
      name: failureTitle(`${folder}/${file}`, title),
      reason: tests
        .flatMap(({ results }) => results)
        .flatMap(({ errors }) => errors)
        .map(formatReason)
        .join('\n'),
    })),
    ...suites.flatMap((suite) => failedSpecs(suite, folder)),
  ]
}

/** If a file ends before reporting its tests, the file itself counts as a failed test. */
function failureTitle(file: string | undefined, title: string): string {
  const path = (name: string) => (isAbsolute(name) ? relative(repositoryRoot, name) : name)
  return file && path(file) !== path(title) ? `${path(file)}: ${title}` : path(title)
}

/** Returns the first lines of an error's message. */
function formatReason(error: unknown): string {
  const { message = String(error) } = (error ?? {}) as { message?: string }
  return stripVTControlCharacters(message).split('\n').slice(0, 20).join('\n')
}

/**
 * Prints the failed tests with their errors, and the line `N passed, N failed`, and returns the exit code.
 */
export function printSummary(scores: TestResults[], started: number): 0 | 1 {
  const passed = scores.reduce((sum, score) => sum + score.passed, 0)
  const failed = scores.flatMap((score) => score.failed)
  if (failed.length > 0) {
    // The errors are repeated at the end, because a truncated log keeps its last lines.
    const lines = failed.map(({ name, reason }) => `✖ ${name}\n${reason.replaceAll(/^/gm, '    ')}`)
    console.log(`\n${lines.join('\n')}`)
  }
  console.log(`\nin ${Math.round((Date.now() - started) / 1000)} s`)
  console.log(`${passed} passed, ${failed.length} failed`)
  return failed.length === 0 && passed > 0 ? 0 : 1
}

/**
 * Runs a command and returns its exit code. With a positive `nice` value, the command runs at a lower
 * priority than other processes.
 */
export function runChildProcess(
  command: string,
  args: string[],
  { env = {}, nice = 0 }: { env?: Record<string, string>; nice?: number } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    if (child.pid !== undefined && nice > 0) setPriority(child.pid, nice)
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}
