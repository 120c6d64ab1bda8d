/* The test runner (test-runner.ts) preloads this file into test processes that use only otherwise idle cores. */
import { setPriority } from 'node:os'

setPriority(10)
