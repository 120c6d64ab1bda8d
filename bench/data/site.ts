/*
 * One seeded site, in a process and with a PostgreSQL of its own, as `npm start` has them. Asked by the messages of bench/data.ts.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { db, unhurried } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { openHouse } from '#tests/support/house.ts'
import { seedInto } from '../seeded.ts'
import { castOf } from './cast.ts'
import { bigTables, scansIn } from './plans.ts'
import { plansOf, recordPlans } from './recorder.ts'
import { questions } from './questions.ts'

export type Asked = { nth: number; times: number; seconds: number } | { plansOf: number }
export type Answer =
  | { seeded: number }
  | { milliseconds: number[] }
  | { scans: string[] }
  | { failed: string }

const [size, folder] = [Number(process.argv[2]), process.argv[3]!]
const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
process.on('disconnect', () => void embedded.stop().finally(() => process.exit(0)))

const startedAt = performance.now()
await seedInto(embedded.url, size, (words) => process.stderr.write(`${size}: ${words}\n`))

recordPlans()
const ground = { database: { url: embedded.url, drop: async () => {} }, dataDir: join(folder, 'site') }
const house = await openHouse({ ground, env: { PACE: '0' } })
const cast = await unhurried(() => castOf(house))
const big = await bigTables(db)
/** What a process keeps for minutes is counted anew where it sees an hour gone. */
const now = Date.now
let hours = 0

process.on('message', (asked: Asked) => {
  void answer(asked)
    .catch((error: Error): Answer => ({ failed: error.stack ?? error.message }))
    .then((said) => process.send!(said))
})
process.send!({ seeded: (performance.now() - startedAt) / 1000 } satisfies Answer)

async function answer(asked: Asked): Promise<Answer> {
  if ('plansOf' in asked) {
    const planned = await plansOf(async () => {
      await ask(asked.plansOf)
      await pause(50) // what is counted on behind the answer
    })
    return { scans: scansIn(planned, big) }
  }
  const milliseconds: number[] = []
  const until = performance.now() + asked.seconds * 1000
  while (milliseconds.length < asked.times && (milliseconds.length === 0 || performance.now() < until)) {
    const from = performance.now()
    await ask(asked.nth)
    milliseconds.push(performance.now() - from)
  }
  return { milliseconds }
}

async function ask(nth: number): Promise<void> {
  const { ask, isKept } = questions[nth]!
  const seen = isKept ? (hours += 1) : 0
  Date.now = () => now() + seen * 3600_000
  await ask(cast)
}
