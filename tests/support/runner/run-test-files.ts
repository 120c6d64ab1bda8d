/*
 * Runs the test files named on the command line one after another in this process. Each file is a suite, so its
 * `before` and `after` hooks apply to this file only.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe } from 'node:test'
import { repositoryRoot } from './test-runner.ts'

// `require` runs a file while the callback of `describe` is running. Node attributes the tests of a file that
// is loaded with `import` to no suite.
const load = createRequire(import.meta.url)

for (const file of process.argv.slice(2))
  describe(file, { timeout: 180_000 }, () => {
    load(join(repositoryRoot, file))
  })
