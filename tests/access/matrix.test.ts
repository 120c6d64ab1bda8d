/*
 * Every route of the server × everybody who may ask × everything that may be asked for (rows.ts, rights.ts, cast.ts).
 * What one may not see answers as what never was: status, headers and body alike.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { refusalTable } from '#contract/refusal-table.ts'
import type { RefusalCode } from '#contract/refusals.ts'
import { routes } from '#server/app.ts'
import type { Person } from '../support/house.ts'
import { codeOf, namesNobody, type Told, undeclared } from './answers.ts'
import { expected, fetchOne, requestsOf } from './ask.ts'
import { actors, type Actor, type Cast, type Item, openCast } from './cast.ts'
import { noPaper } from './papers.ts'
import { lookInto } from './rights.ts'
import {
  type CircleRow,
  type CommentRow,
  type DeskRow,
  type ItemRow,
  type ListRow,
  type PersonRow,
  type QueueRow,
  type Row,
  rows,
  type SelfRow,
} from './rows.ts'

let cast: Cast
let cells = 0

before(async () => {
  cast = await openCast()
})
after(() => cast.close())

const keys = routes.flatMap((route) =>
  route.kind === 'endpoint'
    ? [`${route.endpoint.method} ${route.endpoint.path}`]
    : route.methods.map((method) => `${method} ${route.path}`),
)
const endpoints = new Map<string, Endpoint>(
  routes.flatMap((route) =>
    route.kind === 'endpoint'
      ? [[`${route.endpoint.method} ${route.endpoint.path}`, route.endpoint] as const]
      : [],
  ),
)

test('every route of the server has a row that says who may', () => {
  const unsaid = keys.filter((key) => !rows[key])
  assert.deepEqual(
    unsaid,
    [],
    'add a row for each to tests/access/rows.ts: what it is about (an item, a person, a comment, a list, oneself), who may ' +
      '(rights.ts), what who may gets, and what is said when it is missing; or `nobody` with the reason why it is about nothing',
  )
  assert.deepEqual(
    Object.keys(rows).filter((key) => !keys.includes(key)),
    [],
    'rows of routes that are gone',
  )
})

for (const [key, given] of Object.entries(rows))
  for (const row of [given].flat())
    if (row.about !== 'nobody') test(`${key} is for whom it should be`, () => walk(key, row))

test('how many cells that were', () => {
  console.log(`matrix: ${keys.length} routes, ${cells.toLocaleString('en')} cells`)
  assert.ok(cells > 2000)
})

function walk(key: string, row: Row): Promise<void> {
  switch (row.about) {
    case 'item':
      return each(key, row, cast.items as never)
    case 'person':
      return each(key, row as never, cast.people as never)
    case 'comment':
      return each(key, row as never, cast.comments as never)
    case 'paper':
      return each(key, row as never, { theirs: cast.papers[row.of], never: noPaper(row.of) } as never)
    case 'case':
      return each(key, row as never, cast.cases as never)
    case 'list':
      return listed(key, row)
    case 'circle':
      return ofCircle(key, row)
    case 'queue':
      return ofQueue(key, row)
    case 'desk':
      return ofDesk(key, row)
    case 'oneself':
      return ofOneself(key, row)
    case 'nobody':
      return Promise.resolve()
  }
}

type Things = Record<string, Item>

/** Every thing × everybody. What is not for them must be told exactly as the thing that never was. */
async function each(key: string, row: ItemRow, things: Things): Promise<void> {
  for (const actor of actors) {
    const never = new Map<Person, Promise<Told[]>>()
    const askNever = (who: Person) => {
      if (!never.has(who)) never.set(who, ask(who, row, things['never']!))
      return never.get(who)!
    }
    await Promise.all(
      Object.entries(things).map(async ([name, thing]) => {
        const who = cast.actor(actor, ownerOf(row, name, thing))
        const [should, sees] = expected(row, actor, name)
        const isLet = should === (row.gets ?? 200)
        const asked = row.spoils && sees ? ((await cast.copyOf(thing)) as Item) : thing
        const answers = await ask(who, row, asked)
        cells += answers.length
        const where = `${key}: ${actor}, ${name}`
        answers.forEach((answer, at) => same(answer, should, answers[1] ? `${where}, the ${at}.` : where))
        for (const answer of answers) check(key, answer, who)
        if (!sees) assert.deepEqual(answers, await askNever(who), `${where}: not the same as what never was`)
        if (isLet) row.says?.(JSON.parse(answers[0]!.body), actor, name as never, thing)
      }),
    )
    if (row.shifts) await cast.asAtFirst()
  }
}

function ownerOf(row: ItemRow | PersonRow | CommentRow, name: string, thing: Item) {
  if ((row.about as string) === 'case') return undefined
  if (row.about === 'item') return thing.owner
  const owners = { private: 'priva', suspended: 'susan', leaving: 'leo' } as const
  return row.about === 'person' ? owners[name as keyof typeof owners] : undefined
}

async function ask(who: Person, row: ItemRow, thing: Item): Promise<Told[]> {
  const { id, playbackId, streamId, uploadId } = thing
  const ids = [id, playbackId, streamId, uploadId].filter(Boolean)
  return Promise.all(requestsOf(row, thing, cast).map((one) => fetchOne(who, one, ids)))
}

/** Each list has on it whom it should, by name, and nobody else of all there are. */
async function ofCircle(key: string, { path, of }: CircleRow): Promise<void> {
  for (const actor of actors) {
    const answer = await fetchOne(cast.actor(actor), path)
    cells += 1
    if (actor === 'anonymous' || actor === 'revoked') {
      same(answer, 'not_signed_in', `${key}: ${actor}`)
      continue
    }
    same(answer, 200, `${key}: ${actor}`)
    check(key, answer, cast.actor(actor))
    const { items, total } = JSON.parse(answer.body) as { items: { username: string }[]; total: number }
    const names = items.map(({ username }) => username).toSorted()
    assert.deepEqual(names, of[actor] ?? [], `${key}: ${actor}`)
    assert.equal(total, names.length, `${key}: ${actor}, how many`)
  }
}

async function ofDesk(key: string, { may, path }: DeskRow): Promise<void> {
  for (const actor of actors) {
    const who = cast.actor(actor)
    const answer = await fetchOne(who, path)
    cells += 1
    same(answer, may.includes(actor) ? 200 : 'not_found', `${key}: ${actor}`)
    check(key, answer, who)
    if (may.includes(actor)) continue
    assert.deepEqual(answer, await fetchOne(who, '/api/mod/nothing-of-the-kind'), `${key}: ${actor}`)
  }
}

/** Nothing below /api/mod/ is there for who is not staff; and a queue tells nothing of what a case is about. */
async function ofQueue(key: string, row: QueueRow): Promise<void> {
  for (const actor of actors) {
    const who = cast.actor(actor)
    const answer = await fetchOne(who, row.send(cast) as string)
    cells += 1
    if (!lookInto.public.includes(actor)) {
      same(answer, 'not_found', `${key}: ${actor}`)
      assert.deepEqual(answer, await fetchOne(who, '/api/mod/nothing-of-the-kind'), `${key}: ${actor}`)
      continue
    }
    same(answer, 200, `${key}: ${actor}`)
    check(key, answer, who)
    for (const [name, { id }] of Object.entries(cast.cases)) {
      const may = lookInto[name as keyof typeof lookInto].includes(actor)
      assert.equal(answer.body.includes(id), may, `${key}: ${actor}, the case about ${name}`)
    }
    for (const { id, playbackId, words, name } of Object.values(cast.items))
      for (const text of [id, playbackId, ...words])
        assert.ok(!answer.body.includes(text), `${key} tells ${actor} what the case about ${name} is about`)
  }
}

function same(answer: Told, should: number | RefusalCode, where: string): void {
  const status = typeof should === 'number' ? should : refusalTable[should].status
  const isPart = status === 200 && answer.status === 206
  assert.ok(
    answer.status === status || isPart,
    `${where}: ${answer.status} instead of ${should}: ${answer.body.slice(0, 200)}`,
  )
  if (typeof should === 'string' && answer.body) assert.equal(codeOf(answer), should, where)
}

/** Nothing but what the endpoint declares, and nobody's name or address. */
function check(key: string, answer: Told, who: Person): void {
  namesNobody(answer.body, who.name)
  const endpoint = endpoints.get(key)
  if (endpoint && answer.status < 300 && answer.body)
    assert.deepEqual(
      undeclared(endpoint.answer, JSON.parse(answer.body)),
      [],
      `${key} answers fields it does not declare`,
    )
}

async function listed(key: string, row: ListRow): Promise<void> {
  for (const actor of actors) {
    const who = cast.actor(actor)
    const answer = await fetchOne(who, row.send(cast))
    cells += 1
    if (row.asks && (actor === 'anonymous' || actor === 'revoked')) {
      same(answer, 'not_signed_in', `${key}: ${actor}`)
      continue
    }
    same(answer, 200, `${key}: ${actor}`)
    check(key, answer, who)
    const things = Object.entries(cast.items)
    const seen = things.filter(([, { id, words }]) =>
      [id, ...words].some((text) => answer.body.includes(text)),
    )
    const may = things.filter(([name, { owner }]) => {
      const isOwn = owner === 'ada' || actor !== 'owner'
      return isOwn && (row.may as Record<string, readonly Actor[]>)[name]!.includes(actor)
    })
    const names = (some: typeof things) => some.map(([name]) => name)
    const tooMuch = seen.filter((one) => !may.includes(one))
    assert.deepEqual(names(tooMuch), [], `${key} shows ${actor} what is not for them`)
    if (row.shows === 'all')
      assert.deepEqual(names(seen), names(may), `${key} shows ${actor} all they may find`)
  }
}

async function ofOneself(key: string, row: SelfRow): Promise<void> {
  for (const actor of actors) {
    const who = cast.actor(actor)
    const answer = await fetchOne(who, row.send(cast))
    cells += 1
    const isNobody = actor === 'anonymous' || actor === 'revoked'
    same(answer, isNobody ? 'not_signed_in' : (row.gets ?? 200), `${key}: ${actor}`)
    check(key, answer, who)
    for (const word of row.never?.(cast) ?? [])
      assert.ok(!answer.body.includes(word), `${key} tells ${actor} of ${word}`)
  }
}
