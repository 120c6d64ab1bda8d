/*
 * Fills an empty site with people, videos, comments and likes through the site's own API. Running the
 * command again changes nothing.
 *
 * `npm run demo` fills the configured site. If the site is not running, the command starts it for the
 * duration of the run.
 * `npm run demo -- --url http://localhost:3000` fills a running site.
 * `npm run demo -- --remove` deletes everything that the demo created.
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/settings/config-error.ts'
import { createDemoContent, smallDemoSize, fullDemoSize } from './demo/create-demo-content.ts'
import { hasDemoData, loadOrCreateDemoDataRecord } from './demo/demo-data-record.ts'
import { getDemoEmail } from './demo/demo-accounts.ts'
import { demoModerator } from './demo/moderation-cases.ts'
import { createProgressReporter } from './progress-line.ts'
import { removeDemo } from './demo/remove-demo.ts'
import { connectToDemoSite, DemoError } from './demo/demo-site.ts'

const { values: asked } = parseArgs({
  options: { url: { type: 'string' }, remove: { type: 'boolean' }, small: { type: 'boolean' } },
})
const line = createProgressReporter(process.stdout)

try {
  loadConfig(process.env)
  const site = await connectToDemoSite(asked.url?.replace(/\/+$/, ''))
  try {
    console.log(asked.remove ? await deleteDemo(site) : await createDemo(site))
  } finally {
    line.end()
    await site.close()
  }
} catch (error) {
  line.end()
  if (!(error instanceof DemoError) && !(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function createDemo(site: Awaited<ReturnType<typeof connectToDemoSite>>): Promise<string> {
  const startedAt = performance.now()
  const demoDataRecord = await loadOrCreateDemoDataRecord(site.db)
  const measure = asked.small ? smallDemoSize() : fullDemoSize
  const made = await createDemoContent(site, demoDataRecord, measure, line.tell)
  line.end()
  if (!made)
    return 'The demo already exists, so nothing was changed. Delete it with `npm run demo -- --remove`.'
  const [guide] = measure.creators
  return [
    `Created ${measure.creators.length} people and ${measure.clips.length} videos in ${Math.round((performance.now() - startedAt) / 1000)} s.`,
    `Sign in as one of them: ${getDemoEmail(guide!.username)}, password ${demoDataRecord.getPassword(guide!.username)}`,
    `Review reports at /mod as ${getDemoEmail(demoModerator.username)}, password ${demoDataRecord.getPassword(demoModerator.username)}`,
    'The moderator can sign in once without a second factor, and must set one up in that sign-in.',
    'The passwords are shown only once. Delete the demo with `npm run demo -- --remove`.',
  ].join('\n')
}

async function deleteDemo(site: Awaited<ReturnType<typeof connectToDemoSite>>): Promise<string> {
  if (!(await hasDemoData(site.db))) return 'There is no demo on this site.'
  await removeDemo(site, await loadOrCreateDemoDataRecord(site.db), line.tell)
  line.end()
  return 'The demo was deleted with its people, videos, files and emails.'
}
