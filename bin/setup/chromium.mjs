import { join } from 'node:path'
import {
  isExecutable,
  projectRoot,
  findNodeBinary,
  runCommand,
  logSetupMessage,
  SetupError,
  getLastOutputLines,
  which,
} from './commands.mjs'
import { findSudoPrefix, formatInstallInstructions } from './package-manager.mjs'

/**
 * Returns the path of the browser for the tests: the browser in $CHROMIUM, the system's browser, or the
 * browser that Playwright has downloaded. Returns undefined if no installed browser starts.
 */
export async function findChromium() {
  const candidates = [
    process.env.CHROMIUM,
    which('chromium-headless-shell'),
    which('chromium'),
    which('chromium-browser'),
    which('google-chrome'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    await playwrights(),
  ]
  for (const path of candidates) {
    // Runs the browser with --version, because Ubuntu's /usr/bin/chromium-browser may be a stub that only
    // says to install a snap.
    if (path && isExecutable(path) && (await runCommand(path, ['--version'])).ok) return path
  }
  return undefined
}

/** Downloads a browser with Playwright into the user's cache, for systems without a browser. */
export async function installChromium() {
  if (await findChromium()) return
  logSetupMessage('downloading Chromium (playwright install)')
  const libraries = (await findSudoPrefix()) ? ['--with-deps'] : []
  const playwright = join(projectRoot, 'node_modules/playwright/cli.js')
  const download = await runCommand(findNodeBinary(), [playwright, 'install', ...libraries, 'chromium'])
  const path = await findChromium()
  if (path && (await shows(path))) return
  throw new SetupError(
    `${getLastOutputLines(download.output)}\nThe tests need Chromium. ${formatInstallInstructions(['chromium'])}`,
  )
}

/**
 * Checks that the browser renders a page. A browser that starts may still be unable to render, for example
 * because fonts are missing.
 */
async function shows(path) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--dump-dom']
  const { output } = await runCommand(path, [...flags, 'data:text/html,<p>shown</p>'])
  return output.includes('<p>shown</p>')
}

async function playwrights() {
  try {
    const { chromium } = await import('playwright-core')
    return chromium.executablePath()
  } catch {
    return undefined // the packages are not installed yet
  }
}
