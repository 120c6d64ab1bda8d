import { setTimeout as pause } from 'node:timers/promises'
import type { Calibration, CheckRun, CostAtRate, MeasuredRuns, OperationCost } from '../measured-runs.ts'
import { countStatements } from './count-statements.ts'
import { generateClosedLoop, generateRates, type LoadTotals } from './generate-load.ts'
import { measureWindow } from './measure-window.ts'
import { openPages } from './open-pages.ts'
import { type MeasuredOperation, measuredOperations } from '../measured-operations.ts'
import { segmentSizes, startScaleSite, type ScaleSite } from './scale-site.ts'
import { checkLoads, closedLoopOperations } from './check-loads.ts'

/** How often each operation is requested per second while it is measured alone. */
const calibrationRates: Record<MeasuredOperation, number> = {
  'page-cached': 80,
  'page-rendered': 8,
  'api-list': 60,
  'api-item': 60,
  'api-comments': 60,
  like: 30,
  view: 40,
  position: 40,
  comment: 12,
  'heartbeat-forwarded': 40,
  'segment-member-small': 60,
  'segment-member-large': 40,
  'segment-anonymous-small': 60,
  'segment-anonymous-large': 40,
  // Rows that other operations write can make these slower, so they come last.
  search: 10,
  'page-member': 6,
  'segment-member-medium': 0,
  'segment-anonymous-medium': 0,
}
/** Measures the cost of each operation alone, and then the check runs, in which operations are mixed. */
export async function measureRuns(report: (line: string) => void): Promise<MeasuredRuns> {
  const site = await startScaleSite()
  const names = (Object.keys(calibrationRates) as MeasuredOperation[]).filter(
    (name) => calibrationRates[name] > 0,
  )
  try {
    // Node.js compiles functions that are called often, and segments are cached in memory from the second request on.
    await generateClosedLoop(site, names, { seconds: 12, connections: 8 })
    const idle = (await measureWindow(site, () => pause(3000))).cpu
    const perSecond = (kind: 'web' | 'database') => idle[kind] / idle.seconds
    const calibration: Calibration = {
      idle: { web: perSecond('web'), database: perSecond('database') },
      operations: {},
      pages: {},
    }
    for (const name of names) {
      calibration.operations[name] = await calibrate(site, name, calibration.idle)
      report(`${name}: ${JSON.stringify(calibration.operations[name])}`)
    }
    await calibratePages(site, calibration)
    report(JSON.stringify(calibration.pages))
    const checks: CheckRun[] = []
    for (const name of Object.keys(checkLoads)) {
      checks.push(await measureCheck(site, name))
      report(JSON.stringify(checks.at(-1)))
    }
    checks.push(await measureClosedLoop(site))
    report(JSON.stringify(checks.at(-1)))
    for (const name of measuredOperations)
      if (!name.startsWith('page-'))
        Object.assign(calibration.operations[name]!, await countStatements(site, name, 1_000_000))
    return { measuredOn: new Date().toISOString().slice(0, 10), segmentSizes, calibration, checks }
  } finally {
    await site.close()
  }
}

type Idle = Calibration['idle']

async function calibrate(site: ScaleSite, name: MeasuredOperation, idle: Idle): Promise<OperationCost> {
  let bytes = 0
  const measure = async (generate: (seconds: number) => Promise<LoadTotals>): Promise<CostAtRate> => {
    await generate(0.5)
    const { cpu, result } = await measureWindow(site, () => generate(1.8))
    if (result.failed > countSent(result) / 50) throw new Error(`${name}: ${result.failed} requests failed`)
    const count = result.times.length
    bytes = result.bytes / count
    return {
      web: (cpu.web - idle.web * cpu.seconds) / count,
      database: (cpu.database - idle.database * cpu.seconds) / count,
      loadGenerator: cpu.loadGenerator / count,
      perSecond: count / cpu.seconds,
      webBusy: cpu.webBusy,
    }
  }
  const rates = { [name]: calibrationRates[name] }
  const low = await measure((seconds) => generateRates(site, rates, { seconds, seed: 3 }))
  const high = await measure((seconds) => generateClosedLoop(site, [name], { seconds, connections: 8 }))
  return { low, high, bytes }
}

/** Measures open pages, and the delivery of comments to them. */
async function calibratePages(site: ScaleSite, { pages, idle, operations }: Calibration): Promise<void> {
  const items = site.items.slice(0, 20)
  const members = await openPages(site, { items, count: 300, by: 'members', seconds: 8 })
  // In 16 s, the access of each page is checked twice. Heartbeats are sent every 25 s.
  const member = (await measureWindow(site, () => pause(16_000))).cpu
  const memberPages = members.open()
  members.close()
  await pause(500)
  const visitors = await openPages(site, {
    items: site.items.slice(0, 1),
    count: 400,
    by: 'visitors',
    seconds: 8,
  })
  const visitor = (await measureWindow(site, () => pause(8000))).cpu
  const count = visitors.open()
  for (const [name, cpu, open] of [
    ['member', member, memberPages],
    ['visitor', visitor, count],
  ] as const)
    pages[name] = {
      web: (cpu.web / cpu.seconds - idle.web) / open,
      database: (cpu.database / cpu.seconds - idle.database) / open,
    }
  const before = visitors.received().comments
  const { cpu, result } = await measureWindow(site, () =>
    generateRates(site, { comment: 4 }, { seconds: 5, seed: 5 }),
  )
  await pause(500)
  const delivered = visitors.received().comments - before
  visitors.close()
  const alone =
    idle.web * cpu.seconds +
    pages['visitor']!.web * count * cpu.seconds +
    operations['comment']!.low.web * result.times.length
  pages.delivery = { web: (cpu.web - alone) / delivered, database: 0 }
}

async function measureCheck(site: ScaleSite, name: string): Promise<CheckRun> {
  const { rates, pages, seconds } = checkLoads[name]!
  const member = await openPages(site, {
    items: site.items.slice(0, 20),
    count: pages.members,
    by: 'members',
    seconds: 4,
  })
  const visitors = await openPages(site, {
    items: site.items.slice(0, 1),
    count: pages.visitors,
    by: 'visitors',
    seconds: 4,
  })
  const heard = () => member.received().comments + visitors.received().comments
  const before = heard()
  const { cpu, result } = await measureWindow(site, () => generateRates(site, rates, { seconds, seed: 11 }))
  const delivered = heard() - before
  member.close()
  visitors.close()
  // The server can close a connection at the moment at which the next request is sent over it.
  if (result.failed > countSent(result) / 500) throw new Error(`${name}: ${result.failed} requests failed`)
  return {
    name,
    kind: 'rates',
    pages,
    sent: result.sent,
    deliveries: delivered,
    bytes: result.bytes,
    cpu,
    times: summarize(result.times),
  }
}

async function measureClosedLoop(site: ScaleSite): Promise<CheckRun> {
  const options = { seconds: 8, connections: 16 }
  await generateClosedLoop(site, closedLoopOperations, { ...options, seconds: 1 })
  const { cpu, result } = await measureWindow(site, () =>
    generateClosedLoop(site, closedLoopOperations, options),
  )
  const none = { members: 0, visitors: 0 }
  return {
    name: 'as fast as possible',
    kind: 'closed-loop',
    pages: none,
    sent: result.sent,
    deliveries: 0,
    bytes: result.bytes,
    cpu,
    times: summarize(result.times),
  }
}

function countSent({ sent }: LoadTotals): number {
  return Object.values(sent).reduce((sum, count) => sum + count, 0)
}

function summarize(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}
