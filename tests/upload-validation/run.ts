/*
 * `npm run test:upload-validation [folder] [-- word]` sends hostile files to a server that runs in a separate
 * process: all files, or only those whose names contain `word`. The hostile files are those in
 * tests/support/hostile-files. If a folder with a manifest.json exists (CORPUS_DIR, or ../shared/corpus next
 * to the project), the files in this folder are sent as well.
 */
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { startTestPostgres } from '#tests/support/postgres/test-database.ts'
import { checkHostileFile, type FileCheckReport } from './hostile-file-check.ts'
import { startSandboxCanary } from './sandbox-canary.ts'
import { readHostileCorpus } from './corpus-manifest.ts'
import { describeUploadOutcome, type HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { startUploadValidationTestSite } from './upload-validation-test-site.ts'
import { hostileFiles } from '#tests/support/hostile-files/all-hostile-files.ts'

const given = process.argv.slice(2)
const folders = given.filter((one) => existsSync(join(one, 'manifest.json')))
const words = given.filter((one) => !folders.includes(one))
const folder = resolve(
  folders[0] ?? process.env['CORPUS_DIR'] ?? join(import.meta.dirname, '../../../shared/corpus'),
)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const all: HostileFile[] = [...hostileFiles]
if (existsSync(join(folder, 'manifest.json'))) all.push(...(await readHostileCorpus(folder)))
else console.log(`There is no manifest.json in ${folder}, so only the project's own files are tested.`)
const files = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))

const database = await startTestPostgres()
process.env['TEST_DATABASE_URL'] = database.url
const canary = await startSandboxCanary()
const site = await startUploadValidationTestSite()
const reports: FileCheckReport[] = []
try {
  for (const hostileFile of files) {
    const report = await checkHostileFile(site, canary, hostileFile).catch((error: Error) =>
      failedCheck(hostileFile, error),
    )
    reports.push(tell(report))
  }
} finally {
  await site.close()
  await canary.close()
  await database.stop()
}
const failed = reports.filter(({ problems }) => problems.length > 0).length
const load = loadavg()[0]!.toFixed(1)
console.log(
  `\nconnections to the canary port: ${canary.connections.length}; slowest refusal ${slowest()} s; load ${load}`,
)
console.log(`${reports.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 && reports.length > 0 ? 0 : 1)

function slowest(): string {
  const refused = reports.filter(({ result }) => result.outcome !== 'kept')
  return Math.max(0, ...refused.map(({ result }) => result.seconds)).toFixed(2)
}

/** If the check itself throws an exception, the checked file counts as failed. */
function failedCheck(hostileFile: HostileFile, error: Error): FileCheckReport {
  const outcome = { status: 0, title: 'nothing', detail: error.message }
  const result = { outcome, seconds: 0, allSeconds: 0, contentId: null, pictures: [], endpoints: 0 }
  return {
    hostileFile,
    result: { ...result, by: site.stranger },
    memory: 0,
    problems: [error.stack ?? error.message],
  }
}

function tell(report: FileCheckReport): FileCheckReport {
  const { hostileFile, result, memory, problems } = report
  const expected = hostileFile.outcomes.map(describeUploadOutcome).join(' or ')
  const said = `expected ${expected}; got ${describeUploadOutcome(result.outcome)}; ${result.seconds.toFixed(2)} s${memory > 0 ? `, ${memory.toFixed(0)} MB` : ''}`
  console.log(`${problems.length > 0 ? '✖' : '✔'} ${hostileFile.name} (${hostileFile.what}): ${said}`)
  for (const wrong of problems) console.log(`    ✖ ${wrong}`)
  return report
}
