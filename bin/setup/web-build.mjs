import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  projectRoot,
  findNodeBinary,
  runCommand,
  logSetupMessage,
  SetupError,
  getLastOutputLines,
} from './commands.mjs'

const sources = [
  'web',
  'contract',
  'i18n',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
]
const result = join(projectRoot, 'build/server/index.js')
const stamp = join(projectRoot, '.ready/build')

/**
 * Builds the web app when the content of its source files has changed. Tests need a build that contains the
 * pseudo-locale. A build with the pseudo-locale works for both the site and the tests.
 */
export async function buildWeb({ pseudoLocale = false } = {}) {
  if (!existsSync(join(projectRoot, 'web/root.tsx'))) return
  const fingerprint = hashSources()
  const withPseudoLocale = `${fingerprint} with pseudo-locale`
  const built = existsSync(result) && existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
  if (built === withPseudoLocale || (built === fingerprint && !pseudoLocale)) return
  logSetupMessage('building the web app')
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production', ...(pseudoLocale && { PSEUDO_LOCALE: '1' }) }
  const { ok, output } = await runCommand(
    findNodeBinary(),
    [join(projectRoot, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    {
      env,
    },
  )
  if (!ok) throw new SetupError(`${getLastOutputLines(output)}\nBuilding the web app failed, see above.`)
  mkdirSync(join(projectRoot, '.ready'), { recursive: true })
  writeFileSync(stamp, pseudoLocale ? withPseudoLocale : fingerprint)
}

/**
 * Returns a hash of the source files' content. Modification times would cause unnecessary builds: a new
 * checkout, or switching to another commit and back, changes the times of files whose content is the same.
 */
function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf))
    hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  const found = statSync(join(projectRoot, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const inside = readdirSync(join(projectRoot, path)).toSorted()
  return inside.filter((name) => !name.includes('.test.')).flatMap((name) => filesOf(join(path, name)))
}
