import { readFile } from 'node:fs/promises'

/** The number of test files that run in one process. */
const groupSize = 20

/**
 * Whether a test file tests the server under faults, random operations or hostile input. These files take long
 * and use most of both cores, and longer forms of them have their own commands. Therefore `npm test` without
 * words leaves them out, and `npm run test:all` runs them.
 */
export function isResilienceTest(file: string): boolean {
  return /^tests\/(consistency|fault-injection|fuzz|upload-validation)\//.test(file)
}

/** Files that start servers as other processes, or replace a function of `node:fs`. */
const filesWithoutGroups = /^tests\/pipeline\/(demo-content|fsync|tracing|web-and-worker-roles)\.test\.ts$/

/** An `await` at the top level of a module, which `require` cannot load. */
const topLevelAwait = /^(?!.*=>)(\S.*(\b|=\n {2}))?await\b/m

/** A change to the globals or to the log level of the process, which would affect the other files of a group. */
const processWideChange = /(defineProperty|assign|mock\.method)\(globalThis|runner\/enable-info-log/

/**
 * Divides the test files into groups, each of which runs in one process. Importing the server and compiling its
 * hot functions takes more CPU time than most test files: 45 API test files took 82 s of CPU time in 45
 * processes, and 29 s in one. The shared groups start first, because they take the longest.
 */
export async function groupTestFiles(files: string[]): Promise<string[][]> {
  const shared: string[][] = []
  const single: string[][] = []
  const group: string[] = []
  for (const file of files.toSorted()) {
    if (await needsOwnProcess(file)) single.push([file])
    else group.push(file)
    if (group.length === groupSize) shared.push(group.splice(0))
  }
  if (group.length > 0) shared.push(group)
  return [...shared, ...single]
}

async function needsOwnProcess(file: string): Promise<boolean> {
  if (isResilienceTest(file) || filesWithoutGroups.test(file)) return true
  const source = await readFile(file, 'utf8')
  return topLevelAwait.test(source) || processWideChange.test(source)
}
