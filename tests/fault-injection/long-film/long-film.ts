import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getSession } from '#contract/accounts/current-user.ts'
import { getSearchResults } from '#contract/discovery/search.ts'
import { buildEndpointPath } from '#contract/endpoint.ts'
import { createUpload } from '#contract/content/uploads.ts'
import { HttpTestClient } from '#tests/support/clients/http-test-client.ts'
import { publishVideo } from '#tests/support/clients/publish-video.ts'
import { sendTus } from '#tests/support/clients/upload-client.ts'
import { startSharedMultiProcessTestSite } from '#tests/support/cluster/multi-process-test-site.ts'
import {
  readTranscodeStatus,
  recordTransitionsToReady,
} from '#tests/support/cluster/transcoding-test-helpers.ts'
import { listOrdinaryApiPaths } from '#tests/support/measurements/fixed-rate-requests.ts'
import { createNumberedFilm } from '#tests/support/media/numbered-film.ts'
import { countPieces, recordPieceClaims } from '#tests/support/pieces/piece-test-app.ts'
import type { FaultMeasurement, FaultOptions, InjectedFault } from '../injected-fault.ts'
import { ApiProbe } from './api-probe.ts'
import { measureApi, measureFilm, measureMemory, measureTransitions } from './film-measurements.ts'
import { Interruptions } from './interruptions.ts'
import { MemorySamples } from './memory-samples.ts'

export const longFilmFault: InjectedFault = {
  name: 'long-film',
  guarantee:
    'two workers encode a two-hour film while one of them is killed every five minutes and a deployment happens halfway through: the film becomes ready once and is complete, the memory of the servers does not grow, and the API stays fast',
  fullRepetitions: 1,
  quickRepetitions: 0,
  isOnRequest: true,
  run,
}

const idleSeconds = 60
const requestsPerSecond = 4
/**
 * 200 Mbit/s. Without a limit, the test would send 85 MB/s through the loopback interface, on the two cores that the
 * server also uses, and measure itself.
 */
const uploadBytesPerSecond = 25_000_000

async function run(
  _count: number,
  { minutes = 120, killEverySeconds = 300 }: FaultOptions = {},
): Promise<FaultMeasurement[]> {
  const pieceSeconds = minutes >= 20 ? 60 : 8
  const site = await startSharedMultiProcessTestSite({ env: { PIECE_SECONDS: `${pieceSeconds}` } })
  await Promise.all([recordPieceClaims(), recordTransitionsToReady(), site.setWorkerCount(2)])
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-film-'))
  const timer = startTimer()
  try {
    const path = await createNumberedFilm(folder, minutes)
    const { size } = await stat(path)
    timer.note(`the size of the film is ${(size / 1024 ** 2).toFixed(0)} MB`)
    let member = await site.signUpMember()
    const probe = await startApiProbe(member)
    const memory = new MemorySamples(() => site)
    await probe.measure(idleSeconds / 2)
    const idleP95 = await probe.measure(idleSeconds)
    timer.note(`95% of the idle API’s responses take at most ${idleP95.toFixed(1)} ms`)
    const startedAt = Date.now()
    const contentId = await uploadFilm(member, path, size)
    await rm(path)
    timer.note('the film is uploaded')
    const interruptions = new Interruptions(site, contentId)
    const moveTo = (url: string) => {
      probe.moveTo(url)
      member = useOtherServer(member, url)
      timer.note('a new web server has replaced the other one')
    }
    const report = async () => {
      const pieces = await countPieces(contentId, ['encoded', 'published'])
      const all = await countPieces(contentId, ['waiting', 'encoding', 'encoded', 'published'])
      const p95 = probe.getP95(Date.now() - 60_000).toFixed(1)
      const [web, workers] = [memory.summarize('web'), memory.summarize('worker')]
      timer.note(
        `${pieces} of ${all} pieces, ${interruptions.kills} kills, p95 ${p95} ms, web ≤ ${web.max.toFixed(0)} MB, workers ≤ ${workers.max.toFixed(0)} MB`,
      )
    }
    await interruptUntilReady(interruptions, { contentId, killEverySeconds, moveTo, report })
    const readyAfter = (Date.now() - startedAt) / 60_000
    await Promise.all([probe.stop(), memory.stop()])
    timer.note('the film is ready')
    return [
      { name: 'duration of the film', value: minutes, unit: 'min' },
      { name: 'time from the start of the upload until the film is ready', value: readyAfter, unit: 'min' },
      ...(await measureInterruptions(interruptions)),
      ...(await measureTransitions(contentId)),
      ...(await measureFilm(site, member, { contentId, minutes, pieceSeconds })),
      ...measureMemory(memory),
      ...measureApi(probe, idleP95, startedAt),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Requests what visitors request: a list, an item, its comments, a search and the session. */
async function startApiProbe(member: HttpTestClient): Promise<ApiProbe> {
  const contentId = await publishVideo(member)
  return new ApiProbe({
    url: member.url,
    paths: [
      ...listOrdinaryApiPaths(contentId),
      buildEndpointPath(getSearchResults, { query: { q: 'harbour' } }),
      buildEndpointPath(getSession, {}),
    ],
    cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    perSecond: requestsPerSecond,
  })
}

async function uploadFilm(member: HttpTestClient, path: string, size: number): Promise<string> {
  const body = {
    title: 'Two hours at sea',
    content_type: 'movie',
    file_name: 'film.mp4',
    file_size: size,
  } as const
  const { uploadURL, contentId } = await member.call(createUpload, { body })
  await sendTus(member, uploadURL, { path }, size, uploadBytesPerSecond)
  return contentId
}

function useOtherServer({ cookies }: HttpTestClient, url: string): HttpTestClient {
  const client = new HttpTestClient(url)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  return client
}

/**
 * Kills a worker every `killEverySeconds` from the time when the pieces are planned, and deploys once, when half of
 * the pieces are encoded. Returns when the film is ready, and throws if it was refused or failed.
 */
async function interruptUntilReady(
  interruptions: Interruptions,
  {
    contentId,
    killEverySeconds,
    moveTo,
    report,
  }: {
    contentId: string
    killEverySeconds: number
    moveTo: (url: string) => void
    report: () => Promise<void>
  },
): Promise<void> {
  let killedAt: number | undefined
  let reportedAt = Date.now()
  let isDeployed = false
  for (;;) {
    const [status] = await readTranscodeStatus([contentId])
    if (status?.state === 'ready') return
    if (status?.state === 'refused' || status?.state === 'failed')
      throw new Error(`the film is ${status.state}: ${status.error}`)
    const encoded = await countPieces(contentId, ['encoded', 'published'])
    const left = await countPieces(contentId, ['waiting', 'encoding'])
    if (encoded + left > 0) killedAt ??= Date.now()
    if (!isDeployed && encoded > left) {
      isDeployed = true
      await interruptions.deploy(moveTo)
    } else if (killedAt !== undefined && Date.now() > killedAt + killEverySeconds * 1000) {
      await interruptions.killWorker()
      await report()
      killedAt += killEverySeconds * 1000
    }
    if (Date.now() > reportedAt + 60_000) {
      reportedAt = Date.now()
      await report()
    }
    await pause(250)
  }
}

async function measureInterruptions(interruptions: Interruptions): Promise<FaultMeasurement[]> {
  const repeated = await interruptions.countRepeatedPieces()
  return [
    { name: 'kills of a worker', value: interruptions.kills, threshold: { atLeast: 1 } },
    {
      name: 'processes that were replaced by the deployment',
      value: interruptions.stopSeconds.length,
      threshold: { exactly: 3 },
    },
    {
      name: 'longest shutdown',
      value: Math.max(...interruptions.stopSeconds),
      unit: 's',
      threshold: { atMost: 15 },
    },
    {
      name: 'pieces encoded again because their worker was killed',
      value: repeated.killed,
      threshold: { atMost: interruptions.kills },
    },
    { name: 'pieces encoded again because their worker was stopped', value: repeated.stopped },
    { name: 'pieces encoded again for another reason', value: repeated.other, threshold: { exactly: 0 } },
  ]
}

function startTimer() {
  const startedAt = performance.now()
  return {
    note: (text: string) =>
      console.log(`  ${((performance.now() - startedAt) / 60_000).toFixed(1)} min: ${text}`),
  }
}
