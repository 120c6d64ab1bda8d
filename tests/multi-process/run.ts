/*
 * `npm run test:multi-process`: two web servers and two workers share one PostgreSQL and a real S3 server
 * (Ceph's radosgw, which this command starts and stops). Runs the multi-process tests, the access matrix, and the
 * browser tests of broadcasts and of the first upload. Other commands run these against a single process. Two
 * consecutive requests are always answered by different processes, except in the browser tests of broadcasts, where
 * each person uses one web server. `-- word` selects the files whose path contains the word.
 */
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestDatabase, startTestPostgres } from '#tests/support/postgres/test-database.ts'
import {
  runBrowserTests,
  repositoryRoot,
  runNodeTests,
  type TestResults,
  printSummary,
} from '#tests/support/runner/test-runner.ts'
import { startServerCluster } from '#tests/support/cluster/server-cluster.ts'
import { createBucket, startRadosgw } from '#tests/support/cluster/radosgw.ts'

const words = process.argv.slice(2)
const isChosen = (file: string) => words.length === 0 || words.some((word) => file.includes(word))
const started = Date.now()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const [storage, database] = await Promise.all([startRadosgw(), startTestPostgres()]).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
console.log(`PostgreSQL and radosgw started in ${((Date.now() - started) / 1000).toFixed(1)} s`)
process.env['TEST_APART'] = storage.endpoint
process.env['TEST_DATABASE_URL'] = database.url
process.env['LOG_LEVEL'] ??= 'error'
process.env['NODE_COMPILE_CACHE'] ??= join(repositoryRoot, 'node_modules/.cache/node')

const stories: string[] = []
for await (const file of glob('tests/multi-process/*.spec.ts')) stories.push(file)
// Selects the tests in tests/access that send requests. The other tests in tests/access read source code or
// count SQL statements.
const matrix = ['route-access-matrix', 'page-access', 'crawl', 'access-revocation'].map(
  (name) => `tests/access/${name}.test.ts`,
)
const broadcastStories = 'tests/multi-process/browser/broadcasts.spec.ts'
const newcomer = 'tests/e2e/uploads/first-upload.spec.ts'
const scores: TestResults[] = []
try {
  // Runs the files sequentially, because each starts its own four processes.
  scores.push(
    await runNodeTests(
      [...stories, ...matrix].filter(isChosen).map((file) => [file]),
      { concurrency: 1, timeout: 900_000 },
    ),
  )
  if (isChosen(broadcastStories))
    scores.push(await runBrowserTests([broadcastStories], 'tests/multi-process/browser'))
  if (isChosen(newcomer)) scores.push(await runBrowserSpec(newcomer))
} finally {
  await storage.close()
  await database.stop()
}
process.exit(printSummary(scores, started))

/** Runs a browser test against the existing site. */
async function runBrowserSpec(story: string): Promise<TestResults> {
  const { url, drop } = await createTestDatabase()
  const four = await startServerCluster({
    env: { ...(await createBucket(storage.endpoint)), DATABASE_URL: url },
  })
  process.env['TEST_SITE'] = four.loadBalancer.url
  try {
    const score = await runBrowserTests([story])
    const answers = four.webServers.map(({ port }) => four.loadBalancer.answers.get(port) ?? 0)
    console.log(`responses of the two servers: ${answers.join(' and ')}`)
    return score
  } finally {
    await four.close()
    await drop()
  }
}
