import type { RefusalCode } from '#contract/refusals.ts'
import type { Person } from '../support/house.ts'
import { type Told, told } from './answers.ts'
import type { Actor, Cast, Item } from './cast.ts'
import type { ItemRow, Sent } from './rows.ts'

/** What the table says: a status or a refusal, and whether it may tell that the thing is there. */
export function expected(
  row: ItemRow,
  actor: Actor,
  name: string,
): [should: number | RefusalCode, sees: boolean] {
  if (row.asks && (actor === 'anonymous' || actor === 'revoked'))
    return [row.unsigned ?? 'not_signed_in', false]
  if (row.asks === 'active') {
    const isAway = actor === 'owner' && (row.about as string) !== 'comment'
    if (actor === 'suspended' || (isAway && name.endsWith('suspended'))) return ['account_suspended', false]
    if (isAway && name.endsWith('leaving')) return ['account_leaving', false]
  }
  if (!(row.may as Record<string, readonly Actor[]>)[name]!.includes(actor)) return [row.missing, false]
  return [row.refused?.(actor, name as never) ?? row.gets ?? 200, true]
}

/** One after the other, or several at once. */
export function requestsOf(row: ItemRow, thing: Item, cast: Cast): Sent[] {
  const sent = row.send(thing, cast)
  const isOne = typeof sent === 'string' || (typeof sent[1] === 'object' && !Array.isArray(sent[1]))
  return (isOne ? [sent] : sent) as Sent[]
}

/** Live updates have no end of their own: they are left as soon as they have begun. */
export async function fetchOne(who: Person, sent: Sent, ids: string[] = []): Promise<Told> {
  const [path, init] = typeof sent === 'string' ? [sent, {}] : sent
  const stop = new AbortController()
  const answer = await who.fetch(path, { ...init, signal: stop.signal })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) stop.abort()
  return told(answer, ids)
}
