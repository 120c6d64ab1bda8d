import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cast, type Creator } from './cast.ts'
import { type Clip, clips } from './clips.ts'
import { spreadDates } from './dates.ts'
import type { Ledger } from './ledger.ts'
import { joinSite } from './people.ts'
import type { Progress } from './progress.ts'
import type { OpenSite } from './site.ts'
import { speak } from './speak.ts'
import { awaitReady, publish } from './publish.ts'
import type { Visitor } from './visitor.ts'

/** How much of it: all, or as little as a test needs. */
export interface Measure {
  creators: readonly Creator[]
  clips: readonly Clip[]
}

export const whole: Measure = { creators: cast, clips }

/** Two people, two short clips. */
export function small(): Measure {
  const two = clips.filter(({ by }) => by === 'oskar13').slice(1, 2)
  const others = clips.filter(({ by }) => by === 'zed_plays').slice(0, 1)
  const brief = [...two, ...others].map((clip): Clip => ({ ...clip, seconds: 3, shape: 'square' }))
  return { creators: cast.filter(({ username }) => brief.some(({ by }) => by === username)), clips: brief }
}

/** Fills the site, step by step; what an earlier run has done is left as it is. True when there was anything to do. */
export async function fill(
  site: OpenSite,
  ledger: Ledger,
  measure: Measure,
  tell: Progress,
): Promise<boolean> {
  if (ledger.has('finished')) return false
  const people = new Map<string, Visitor>()
  for (const [n, creator] of measure.creators.entries()) {
    tell(`People ${n + 1} of ${measure.creators.length}: @${creator.username}`)
    people.set(creator.username, await joinSite(site, ledger, creator))
  }
  const folder = await mkdtemp(join(tmpdir(), 'afterbell-demo-'))
  try {
    for (const [n, clip] of measure.clips.entries()) {
      tell(`Videos ${n + 1} of ${measure.clips.length}: ${clip.title}`)
      await publish(people.get(clip.by)!, ledger, clip, { nth: n, folder })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await awaitReady(site.db, ledger, tell)
  await speak(people, ledger, measure.clips, tell)
  tell('Spreading it over the last two weeks')
  await spreadDates(site.db, ledger)
  await ledger.note('finished')
  return true
}
