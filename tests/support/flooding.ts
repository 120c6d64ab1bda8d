import { dismissFlood, type FloodClaim, listFloodClaims } from '#contract/mod-floods.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import { db } from '#server/platform/db/db.ts'
import { published } from './films.ts'
import type { House, Person } from './house.ts'
import { about } from './reporting.ts'

let writers = 0

/** Sends a notice about these items from a network address (`TRUST_PROXY: '127.0.0.1'`), each by another writer. The status. */
export async function noticeFrom(
  house: House,
  address: string,
  items: string[],
  said: { email?: string; words?: string } = {},
): Promise<number> {
  writers += 1
  const answer = await house.stranger().fetch('/api/notices', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({
      name: 'Robin Roe',
      email: `robin${writers}@example.com`,
      for: 'me',
      addresses: items.map((id) => `/watch/${id}`).join('\n'),
      statement: true,
      ...said,
    }),
  })
  return answer.status
}

/** Sends a report of an item as this person, from a network address. The status. */
export async function reportFrom(
  who: Person,
  address: string,
  item: string,
  reason: ReportReason,
): Promise<number> {
  const answer = await who.fetch('/api/reports', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(about(item, reason).body),
  })
  return answer.status
}

/** So many videos, by these creators in turn. */
export async function manyItems(creators: { id: string }[], count: number): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n += 1)
    made.push(await published(creators[n % creators.length]!, { title: `Neon skyline number ${n % 7}` }))
  return made
}

/** As many as one notice can name, each. */
export const tens = (ids: string[]) =>
  Array.from({ length: ids.length / 10 }, (_, n) => ids.slice(n * 10, n * 10 + 10))

/** Every limit has its room back. */
export const aDayLater = () => db.deleteFrom('guesses').execute()

/** What is said in a group, on all its pages. */
export async function claimsIn(moderator: Person, key: string): Promise<FloodClaim[]> {
  const found: FloodClaim[] = []
  let cursor: string | undefined
  do {
    const page = await moderator.call(listFloodClaims, { params: { key }, query: { cursor } })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}

/** Dismisses a group as somebody who has read all of it. How many cases it is about. */
export async function dismissWhole(moderator: Person, key: string): Promise<number> {
  const claims = (await claimsIn(moderator, key)).map(({ id }) => id)
  return (await moderator.call(dismissFlood, { params: { key }, body: { claims } })).cases
}
