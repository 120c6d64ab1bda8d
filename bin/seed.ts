/*
 * Fills an empty site with generated items and a matching number of people, comments, likes and follows, so
 * that the site can be tested at scale. Creates database rows only: the videos cannot be played, and the
 * accounts cannot sign in.
 *
 * `npm run seed -- --content 100000` fills the configured database. The command locks tables, so requests to
 * a running site wait until the command is done. `npm run seed -- --remove` deletes all seeded data.
 */
import { parseArgs } from 'node:util'
import { config, loadConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/settings/config-error.ts'
import { withBackgroundTimeouts } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { OperatorCommandError } from '#server/operations/operator-command.ts'
import { createProgressReporter } from './progress-line.ts'
import { openSiteDatabase } from './site-database.ts'
import { seedDatabase } from './seed/seed-database.ts'
import { readSeededItemCount } from './seed/seed-marker.ts'
import { removeSeedData } from './seed/remove-seed-data.ts'

const { values: asked } = parseArgs({ options: { content: { type: 'string' }, remove: { type: 'boolean' } } })
const line = createProgressReporter(process.stdout)

try {
  loadConfig(process.env)
  if (config.smtpUrl)
    throw new OperatorCommandError(
      'This site sends real emails, and the seeded people have no real addresses. Unset SMTP_URL.',
    )
  const database = await openSiteDatabase()
  try {
    await migrate(database.url)
    const told = await withBackgroundTimeouts(() =>
      asked.remove ? deleteSeed() : createSeed(Number(asked.content)),
    )
    line.end()
    console.log(told)
  } finally {
    await database.close()
  }
} catch (error) {
  line.end()
  if (!(error instanceof OperatorCommandError) && !(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function createSeed(content: number): Promise<string> {
  if (!Number.isSafeInteger(content) || content < 20 || content > 10_000_000)
    throw new OperatorCommandError(
      'State the number of items, from 20 to 10000000: npm run seed -- --content 100000',
    )
  const startedAt = performance.now()
  const isNew = await seedDatabase(content, line.tell)
  if (!isNew)
    return 'These items already exist, so nothing was changed. Delete them with `npm run seed -- --remove`.'
  return `Created ${content} items in ${Math.round((performance.now() - startedAt) / 1000)} s. Delete them with \`npm run seed -- --remove\`.`
}

async function deleteSeed(): Promise<string> {
  if ((await readSeededItemCount()) === null) return 'This site has no seeded data.'
  await removeSeedData(line.tell)
  return 'The seeded people and all their data were deleted.'
}
