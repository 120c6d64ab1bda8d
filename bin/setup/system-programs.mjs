import { findChromium } from './chromium.mjs'
import { runCommand, logSetupMessage, SetupError, getLastOutputLines, which } from './commands.mjs'
import { findSudoPrefix, formatInstallInstructions } from './package-manager.mjs'

/**
 * Installs ffmpeg, bubblewrap, libatomic and (for the tests) Chromium with apt-get if the user is allowed to.
 * If the programs cannot be installed, prints the install command that the user should run, and exits. If
 * only bubblewrap is missing, prints a warning and continues. If Chromium is missing, a later step can still
 * download it (chromium.mjs).
 */
export async function installPrograms({ testing }) {
  let missing = await findMissing({ testing })
  const root = missing.length > 0 && which('apt-get') ? await findSudoPrefix() : undefined
  if (root) {
    await aptInstall(root, missing)
    missing = await findMissing({ testing })
  }
  const fatal = missing.find((name) => name === 'ffmpeg' || name === 'libatomic1')
  if (fatal) throw new SetupError(`${fatal} is missing. ${formatInstallInstructions(missing)}`)
  if (missing.includes('bubblewrap'))
    logSetupMessage(
      `bubblewrap is missing. Without it, uploads are not processed unless SANDBOX=off. ${formatInstallInstructions(['bubblewrap'])}`,
    )
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

/** Throws unless ffmpeg can encode H.264, which some distributions exclude for patent reasons. */
async function mustEncode() {
  const { output } = await runCommand(which('ffmpeg'), ['-hide_banner', '-h', 'encoder=libx264'])
  if (output.includes('Encoder libx264')) return
  throw new SetupError(
    'This ffmpeg cannot encode H.264 (libx264). Install a full build of ffmpeg, then start again.',
  )
}

/**
 * Returns whether libatomic is installed. Node 26 requires libatomic, but a minimal Debian installation does
 * not include libatomic. If libatomic were missing, npm would fail halfway through the install.
 */
async function hasAtomics() {
  const { ok, output } = await runCommand('/sbin/ldconfig', ['-p'])
  return !ok || output.includes('libatomic.so.1')
}

async function aptInstall(root, missing) {
  logSetupMessage(`installing ${missing.join(', ')} (apt-get)`)
  const [command, ...before] = [...root, 'env', 'DEBIAN_FRONTEND=noninteractive']
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3']
  await runCommand(command, [...before, 'dpkg', '--configure', '-a']) // completes an interrupted install
  await runCommand(command, [...before, ...apt, 'update']) // a broken package source must not stop the setup
  const install = async (...names) => {
    const wish = ['install', '-y', '--no-install-recommends', ...names]
    const { ok, output } = await runCommand(command, [...before, ...apt, ...wish])
    if (!ok) console.error(getLastOutputLines(output))
    return ok
  }
  const others = missing.filter((name) => name !== 'chromium')
  if (others.length > 0) await install(...others)
  // Installs Chromium separately, so that the other packages are installed even on distributions that do not
  // have Chromium. Prefers Chromium's headless shell, which does about a quarter less work than the full
  // browser because it draws no windows.
  if (missing.includes('chromium') && !(await install('chromium-headless-shell'))) await install('chromium')
}
