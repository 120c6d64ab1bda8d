import { runCommand, which } from './commands.mjs'

/**
 * Returns the prefix (such as `sudo -n`) that runs a command as root without a password prompt, or undefined
 * if that is not possible.
 */
export async function findSudoPrefix() {
  if (process.getuid?.() === 0) return []
  const sudo = which('sudo')
  return sudo && (await runCommand(sudo, ['-n', 'true'])).ok ? [sudo, '-n'] : undefined
}

/** Returns a sentence with the exact command that installs the programs on this machine. */
export function formatInstallInstructions(names) {
  const manager = MANAGERS.find(([program]) => which(program))
  if (!manager)
    return `Install ${names.join(', ')} with the package manager of your system, then start again.`
  const [, command, note = ''] = manager
  return `${note}Run this, then start again:\n\n    ${command(names.join(' '))}\n`
}

const MANAGERS = [
  ['apt-get', (names) => asRoot('apt-get update', `apt-get install -y --no-install-recommends ${names}`)],
  [
    'dnf',
    (names) => asRoot(`dnf install -y ${names.replace('libatomic1', 'libatomic')}`),
    'ffmpeg with H.264 is in RPM Fusion (https://rpmfusion.org). ',
  ],
  ['pacman', (names) => asRoot(`pacman -S --needed ${names.replace('libatomic1', 'gcc-libs')}`)],
  [
    'zypper',
    (names) => asRoot(`zypper install ${names}`),
    'ffmpeg with H.264 is in Packman (https://packman.links2linux.org). ',
  ],
  [
    'apk',
    (names) => asRoot(`apk add ${names.replace('libatomic1', 'libatomic')}`),
    'Note that the Node and PostgreSQL used here need glibc, which Alpine does not have. ',
  ],
  ['brew', (names) => `brew install ${names}`],
]

function asRoot(...commands) {
  if (process.getuid?.() === 0) return commands.join(' && ')
  if (which('sudo')) return commands.map((command) => `sudo ${command}`).join(' && ')
  return `su -c '${commands.join(' && ')}'`
}
