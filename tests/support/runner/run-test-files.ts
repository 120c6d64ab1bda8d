/*
 * Runs test files one after another in this process. The arguments are the time limit for a file in ms and
 * the paths of the files. Each file is a suite, so its `before` and `after` hooks apply to this file only.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe } from 'node:test'
import { repositoryRoot } from './test-runner.ts'

// `require` runs a file synchronously, inside the callback of `describe`, so the tests of the file belong to
// that suite. If the file were loaded with `import`, its tests would belong to no suite.
const load = createRequire(import.meta.url)

const [timeout, ...files] = process.argv.slice(2)
for (const file of files)
  describe(file, { timeout: Number(timeout) }, () => {
    load(join(repositoryRoot, file))
  })
