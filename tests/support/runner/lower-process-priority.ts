/*
 * The test runner (test-runner.ts) preloads this file into test processes that should run only while cores
 * are idle.
 */
import { setPriority } from 'node:os'

setPriority(10)
