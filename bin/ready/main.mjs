import { buildWeb } from './build.mjs'
import { installChromium } from './chromium.mjs'
import { Stop } from './command.mjs'
import { alone } from './lock.mjs'
import { installPackages } from './packages.mjs'
import { installPrograms } from './programs.mjs'

/** What is missing without us comes first, so that somebody who may not install it need not wait for the rest. */
export async function main(mode) {
  const testing = mode === 'test'
  try {
    await alone(async () => {
      await installPrograms({ testing })
      await installPackages()
      if (testing) await installChromium()
      await buildWeb()
    })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    process.exitCode = error.exitCode
  }
}
