import { buildWeb } from './web-build.mjs'
import { installChromium } from './chromium.mjs'
import { SetupError } from './commands.mjs'
import { withSetupLock } from './setup-lock.mjs'
import { installPackages } from './npm-packages.mjs'
import { installPrograms } from './system-programs.mjs'

/**
 * Runs all setup steps. Installs system programs first, so that the setup fails before the downloads if it is
 * not allowed to install them.
 */
export async function runSetup(mode) {
  const testing = mode === 'test'
  try {
    await withSetupLock(async () => {
      await installPrograms({ testing })
      await installPackages({ testing })
      if (testing) await installChromium()
      // The admin commands do not need the web app, and must not replace the one that a running site uses.
      if (mode !== 'dev' && mode !== 'admin') await buildWeb({ pseudoLocale: testing })
    })
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(error.message)
    process.exitCode = error.exitCode
  }
}
