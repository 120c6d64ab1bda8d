import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test, { after, before } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { repositoryRoot, type TestResults } from './test-runner.ts'

let folder: string
before(async () => (folder = await mkdtemp(join(tmpdir(), 'afterbell-runner-'))))
after(() => rm(folder, { recursive: true }))

/**
 * Runs these test files in one process. The keys of `files` are file names, and the values are the source
 * code of the files.
 */
async function runTestFiles(files: Record<string, string>): Promise<TestResults> {
  const paths: string[] = []
  for (const [name, source] of Object.entries(files)) {
    const path = join(folder, `${name}.test.ts`)
    await writeFile(path, `import { after, before, test } from 'node:test'\n${source}\n`)
    paths.push(relative(repositoryRoot, path))
  }
  const runner = pathToFileURL(join(import.meta.dirname, 'test-runner.ts')).href
  const script = join(folder, 'run.ts')
  await writeFile(
    script,
    `import { runNodeTests } from '${runner}'
    const results = await runNodeTests([${JSON.stringify(paths)}], { concurrency: 1, timeout: 30_000 })
    console.log('\\n' + JSON.stringify(results))`,
  )
  // Node sets NODE_TEST_CONTEXT in processes that a test runner has started. If this variable were set, the
  // runner would skip the files.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env })
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as TestResults
}

const passing = `test('passes', () => {})`

test('counts the passed tests of all files that share a process', async () => {
  assert.deepEqual(await runTestFiles({ one: passing, two: passing }), { passed: 2, failed: [] })
})

test('a hook runs only for the tests of its own file', async () => {
  const hooked = `let hooked = false
    before(() => void (hooked = true))
    test('has run the hook', () => { if (!hooked) throw new Error('no hook') })`
  const other = `before(() => { if (globalThis.opened) throw new Error('two files are open'); globalThis.opened = true })
    after(() => void (globalThis.opened = false))
    ${passing}`
  const { failed } = await runTestFiles({ hooked, other, another: other })
  assert.deepEqual(failed, [])
})

test('a failed test is listed with its file and error message', async () => {
  const { failed } = await runTestFiles({ failing: `test('fails', () => { throw new Error('on purpose') })` })
  assert.match(failed[0]!.name, /failing\.test\.ts: fails$/)
  assert.equal(failed[0]!.reason, 'on purpose')
})

for (const [problem, source] of Object.entries({
  'a test fails': `test('fails', () => { throw new Error('on purpose') })`,
  'a file cannot be loaded': `throw new Error('on purpose')`,
  'an imported file is missing': `import './missing.ts'`,
  'a before hook fails': `before(() => { throw new Error('on purpose') })\n${passing}`,
  'an after hook fails': `after(() => { throw new Error('on purpose') })\n${passing}`,
  'an error is thrown after a test has ended': `test('ends', () => void setTimeout(() => { throw new Error('on purpose') }, 50))`,
}))
  test(`the run fails if ${problem}, but other files in the same process still run`, async () => {
    const { passed, failed } = await runTestFiles({ bad: source, good: passing })
    assert.ok(failed.length > 0)
    assert.ok(passed >= 1)
  })
