import { readFile } from 'node:fs/promises'
import { config } from '#server/platform/config.ts'
import { backup } from '#server/upkeep/backup/backup.ts'
import { checkBackup } from '#server/upkeep/restore/check.ts'
import { forgetOld } from '#server/upkeep/restore/forget.ts'
import { restore } from '#server/upkeep/restore/restore.ts'
import { refuseUnderWay } from '#server/upkeep/restore/swap.ts'
import { say } from '#server/upkeep/verify/say.ts'
import { verify } from '#server/upkeep/verify/verify.ts'

/** What a command answers, and whether it ends with 0. */
export interface Said {
  text: string
  isGood: boolean
}

interface Asked {
  databaseUrl: string
  what: string | undefined
  flag: string | undefined
}

/** What is done with all data at once. Undefined: the command was not asked right. */
export const data: Record<string, (asked: Asked) => Promise<Said | undefined>> = {
  verify: ({ what }) => verifyAll(what === '--json'),
  backup: makeBackup,
  restore: putBackup,
  'forget-old-data': forgetOldData,
}

async function verifyAll(isJson = false): Promise<Said> {
  refuseUnderWay(config.dataDir)
  const report = await verify()
  return {
    text: isJson ? JSON.stringify(report, null, 2) : say(report),
    isGood: report.findings.length === 0,
  }
}

async function makeBackup({ databaseUrl, what: into, flag }: Asked): Promise<Said | undefined> {
  if (!into || (flag && flag !== '--list-only')) return undefined
  refuseUnderWay(config.dataDir)
  const withObjects = !(config.s3 && flag === '--list-only')
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const { folder, manifest } = await backup({ into, databaseUrl, version, withObjects })
  const { tables, jobs, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const size = (files.size / 2 ** 20).toFixed(1)
  return {
    text: [
      folder,
      `${rows} rows of ${tables.length} tables, ${jobs.rows} waiting jobs, ${files.count} files of ${size} MiB (${files.are}).`,
      ...(files.missing > 0
        ? [`${files.missing} files went while it was made: what they belong to was deleted.`]
        : []),
      'It holds secrets: email addresses, password hashes, sessions, the site’s key. Only you can read it here; encrypt it where it goes.',
      'Files on the same disk are links and take no room. Take the folder to another machine.',
    ].join('\n'),
    isGood: true,
  }
}

async function putBackup({ databaseUrl, what: folder, flag }: Asked): Promise<Said | undefined> {
  if (!folder || (flag && flag !== '--check')) return undefined
  if (flag) {
    const { made_at, tables, files } = await checkBackup(folder)
    const text = `Good: made at ${made_at}, ${tables.length} tables, ${files.count} files. Nothing was changed.`
    return { text, isGood: true }
  }
  const { workers } = await import('#server/app.ts')
  const kept = await restore({
    folder,
    databaseUrl,
    dataDir: config.dataDir,
    hasBucket: config.s3 !== undefined,
    jobs: workers.map(({ job }) => job),
    tell: (line) => console.log(line),
  })
  const { text, isGood } = await verifyAll()
  const old = `What was there before is kept: the schema ${kept.schema} of the database${kept.aside ? `, and ${kept.aside}` : ''}.`
  const end = 'When all is well, npm run admin -- forget-old-data removes it. Then start the site.'
  return { text: ['Restored.', text, old, end].join('\n'), isGood }
}

async function forgetOldData({ databaseUrl }: Asked): Promise<Said> {
  const gone = await forgetOld(databaseUrl, config.dataDir)
  return {
    text: gone.length > 0 ? `Removed: ${gone.join(', ')}` : 'There is nothing to remove.',
    isGood: true,
  }
}
