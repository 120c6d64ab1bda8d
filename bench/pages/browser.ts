import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../bin/ready/chromium.mjs'

/** As the stories of `tests/e2e` start it. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
]

export async function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: [...flags, ...more] })
}
