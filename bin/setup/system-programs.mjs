import { findChromium } from './chromium.mjs'
import { runCommand, logSetup, SetupError, lastLines, which } from './commands.mjs'
import { rootCommandPrefix, installInstructions } from './package-manager.mjs'

/**
 * ffmpeg, bubblewrap and a library, and chromium for tests, by apt-get where we may use it; else the end, with the command.
 * Without bubblewrap uploads are converted with fewer walls around them: a warning. For chromium there is another way.
 */
export async function installPrograms({ testing }) {
  let missing = await findMissing({ testing })
  const root = missing.length > 0 && which('apt-get') ? await rootCommandPrefix() : undefined
  if (root) {
    await aptInstall(root, missing)
    missing = await findMissing({ testing })
  }
  const fatal = missing.find((name) => name === 'ffmpeg' || name === 'libatomic1')
  if (fatal) throw new SetupError(`${fatal} is missing. ${installInstructions(missing)}`)
  if (missing.includes('bubblewrap'))
    logSetup(`bubblewrap is missing: uploads are less fenced in. ${installInstructions(['bubblewrap'])}`)
}

async function findMissing({ testing }) {
  const missing = []
  if (!which('ffmpeg') || !which('ffprobe')) missing.push('ffmpeg')
  else await mustEncode()
  if (process.platform === 'linux') {
    if (!which('bwrap')) missing.push('bubblewrap')
    if (!(await hasAtomics())) missing.push('libatomic1')
  }
  if (testing && !(await findChromium())) missing.push('chromium')
  return missing
}

/** Some distributions leave H.264 out for patent reasons. */
async function mustEncode() {
  const { output } = await runCommand(which('ffmpeg'), ['-hide_banner', '-h', 'encoder=libx264'])
  if (output.includes('Encoder libx264')) return
  throw new SetupError(
    'This ffmpeg cannot encode H.264 (libx264). Install a full build of ffmpeg, then start again.',
  )
}

/** Node 26 is linked with libatomic, which a small Debian has not; npm would fail in the middle. */
async function hasAtomics() {
  const { ok, output } = await runCommand('/sbin/ldconfig', ['-p'])
  return !ok || output.includes('libatomic.so.1')
}

async function aptInstall(root, missing) {
  logSetup(`installing ${missing.join(', ')} (apt-get)`)
  const [command, ...before] = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive']
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  await runCommand(command, [...before, 'dpkg', '--configure', '-a']) // finishes an install that was interrupted
  await runCommand(command, [...before, ...apt, 'update']) // one broken source among several is no reason to stop
  const install = async (...names) => {
    const wish = ['install', '-y', '--no-install-recommends', ...names]
    const { ok, output } = await runCommand(command, [...before, ...apt, ...wish])
    if (!ok) console.error(lastLines(output))
    return ok
  }
  const others = missing.filter((name) => name !== 'chromium')
  if (others.length > 0) await install(...others)
  // Apart: some distributions have none, and shall still give the rest. Without a window it has a quarter less to do.
  if (missing.includes('chromium') && !(await install('chromium-headless-shell'))) await install('chromium')
}
