/*
 * Fills an empty site with people, videos, comments and likes, through the site's own API; run twice it changes nothing.
 *   npm run demo                                      the site of these settings; started for the time when none runs
 *   npm run demo -- --url http://localhost:3000       a running one
 *   npm run demo -- --remove                          takes all of it away again
 */
import { parseArgs } from 'node:util'
import { ConfigError, configure } from '#server/platform/config.ts'
import { fill, small, whole } from './demo/fill.ts'
import { hasLedger, openLedger } from './demo/ledger.ts'
import { emailOf } from './demo/people.ts'
import { progressLine } from './demo/progress.ts'
import { removeDemo } from './demo/remove.ts'
import { openSite, Trouble } from './demo/site.ts'

const { values: asked } = parseArgs({
  options: { url: { type: 'string' }, remove: { type: 'boolean' }, small: { type: 'boolean' } },
})
const line = progressLine(process.stdout)

try {
  configure(process.env)
  const site = await openSite(asked.url?.replace(/\/+$/, ''))
  try {
    console.log(asked.remove ? await takeAway(site) : await make(site))
  } finally {
    line.end()
    await site.close()
  }
} catch (error) {
  line.end()
  if (!(error instanceof Trouble) && !(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function make(site: Awaited<ReturnType<typeof openSite>>): Promise<string> {
  const startedAt = performance.now()
  const ledger = await openLedger(site.db)
  const measure = asked.small ? small() : whole
  const made = await fill(site, ledger, measure, line.tell)
  line.end()
  if (!made) return 'The demo is already here: nothing was changed. `npm run demo -- --remove` takes it away.'
  const [guide] = measure.creators
  return [
    `${measure.creators.length} people and ${measure.clips.length} videos in ${Math.round((performance.now() - startedAt) / 1000)} s.`,
    `To look around as one of them: ${emailOf(guide!.username)}, password ${ledger.passwordOf(guide!.username)}`,
    'It is shown this once. `npm run demo -- --remove` takes everything away again.',
  ].join('\n')
}

async function takeAway(site: Awaited<ReturnType<typeof openSite>>): Promise<string> {
  if (!(await hasLedger(site.db))) return 'There is no demo on this site.'
  await removeDemo(site, await openLedger(site.db), line.tell)
  line.end()
  return 'The demo is gone: its people, videos, files and letters.'
}
