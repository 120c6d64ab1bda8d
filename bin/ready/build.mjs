import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { home, node, run, say, Stop, tail } from './command.mjs'

const sources = ['web', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const result = join(home, 'build/server/index.js')
const stamp = join(home, '.ready/build')

/** The web app, built again when a file that goes into it has another content than last time. */
export async function buildWeb() {
  if (!existsSync(join(home, 'web/root.tsx'))) return
  const fingerprint = hashSources()
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  say('building the web app')
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  const { ok, output } = await run(node(), [join(home, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    env,
  })
  if (!ok) throw new Stop(`${tail(output)}\nBuilding the web app failed, see above.`)
  mkdirSync(join(home, '.ready'), { recursive: true })
  writeFileSync(stamp, fingerprint)
}

/** By content: a checkout changes every file's time, and going back to a commit should not build. */
function hashSources() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf)) hash.update(`${file}\0`).update(readFileSync(join(home, file)))
  return hash.digest('hex')
}

function filesOf(path) {
  const found = statSync(join(home, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const inside = readdirSync(join(home, path)).toSorted()
  return inside.filter((name) => !name.includes('.test.')).flatMap((name) => filesOf(join(path, name)))
}
