import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags } from '#tests/support/chromium-flags.ts'
import { findChromium } from '../../bin/ready/chromium.mjs'

export async function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...chromiumFlags, ...more] })
}
