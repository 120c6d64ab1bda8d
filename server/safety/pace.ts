import { type Paced, paces } from '#contract/limits.ts'
import { Refusal } from '#contract/refusals.ts'
import { config } from '../platform/config.ts'
import { placeOf } from '../platform/http/address.ts'
import { ceiling } from '../platform/http/pace.ts'
import type { Viewer } from '../platform/http/viewer.ts'

type Ceilings = { lasts: number; secondsFor: (who: string) => number }[]

let made = { by: config, of: new Map<Paced, Ceilings>() }

/**
 * Counts one more, and refuses (`too_fast`, `enough_today`, with the seconds until one may go on) who does what no person does.
 * To be asked before anything else is done, and outside of transactions, which may run twice. Each process counts for itself.
 */
export function withinPace(what: Paced, who: string): void {
  if (config.pace === 0) return
  for (const { lasts, secondsFor } of ceilingsOf(what)) {
    const seconds = secondsFor(who)
    if (seconds > 0) throw new Refusal(lasts > 60 ? 'enough_today' : 'too_fast', {}, seconds)
  }
}

/** What who is not signed in may do, too: it counts for their address. */
export function withinPaceOf(what: 'searches' | 'suggestions', viewer: Viewer, address: string): void {
  if (viewer.kind === 'member') withinPace(what, viewer.id)
  else withinPace(`${what}OfPlace`, placeOf(address))
}

function ceilingsOf(what: Paced): Ceilings {
  if (made.by !== config) made = { by: config, of: new Map() }
  const known = made.of.get(what)
  if (known) return known
  const fresh = paces[what].map(({ most, minutes }) => ({
    lasts: minutes,
    secondsFor: ceiling({ most: Math.max(1, Math.round(most * config.pace)), minutes }),
  }))
  made.of.set(what, fresh)
  return fresh
}
