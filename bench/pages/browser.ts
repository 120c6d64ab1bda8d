import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags } from '#tests/support/browser/chromium-flags.ts'
import { findChromium } from '../../bin/setup/chromium.mjs'

export async function launchBrowser(...more: string[]): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumFlags, ...more] })
}
