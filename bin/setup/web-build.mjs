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

const sources = ['web', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const result = join(projectRoot, 'build/server/index.js')
const stamp = join(projectRoot, '.ready/build')

/** Builds the web app when the content of its source files has changed. */
export async function buildWeb() {
  if (!existsSync(join(projectRoot, 'web/root.tsx'))) return
  const fingerprint = hashSources()
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  logSetupMessage('building the web app')
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const { ok, output } = await runCommand(
    findNodeBinary(),
    [join(projectRoot, 'node_modules/@react-router/dev/bin.cjs'), 'build'],
    {
      env,
    },
  )
  if (!ok) throw new SetupError(`${getLastOutputLines(output)}\nBuilding the web app failed, see above.`)
  mkdirSync(join(projectRoot, '.ready'), { recursive: true })
  writeFileSync(stamp, fingerprint)
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
