import { defineConfig } from '@playwright/test'
import { findChromium } from '../../bin/setup/chromium.mjs'
import { chromiumFlags } from '#tests/support/browser/chromium-flags.ts'

// The environment variable passes the path of Chromium to the workers, so the workers do not search for
// Chromium again.
const executablePath = (process.env['CHROMIUM'] ??= await findChromium())

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Each worker has its own server. Two workers run in parallel, because a test spends more time waiting than
  // computing.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  retries: 0,
  reporter: [['list'], ['json']],
  outputDir: '../../test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: chromiumFlags,
    },
  },
})
