/*
 * The pages as HTML, as they leave the server: status, title, what machines are told, and everything else. The page of a thing
 * that is not for the one who asks is the page of a thing that never was.
 */
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { addPages } from '#server/platform/pages.ts'
import type { Person } from '../support/house.ts'
import pages from '../../web/routes.ts'
import { namesNobody, type Told, told } from './answers.ts'
import {
  type Actor,
  type Cast,
  type Item,
  type ItemName,
  openCast,
  type PersonName,
  type Somebody,
} from './cast.ts'
import { noPaper, type Paper, type PaperOwner } from './papers.ts'
import { know, lookInto, meet, oneOwn, open as opens, outside, own, type Rights, watch } from './rights.ts'

const lookers: Actor[] = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'blocked',
  'moderator',
  'caseworker',
  'young',
  'suspended',
]

type PageRow =
  | { about: 'item'; path(item: Item): string; may: Rights<ItemName> }
  | { about: 'person'; path(person: Somebody): string }
  | { about: 'statement' | 'case'; path(paper: Paper): string }
  | { about: 'nobody'; because: string }

const ofList = {
  about: 'nobody',
  because: 'shows a list of the API, which has its row in the matrix',
} as const
const ofOneself = {
  about: 'nobody',
  because: 'about who is signed in; its calls have their rows in the matrix',
} as const
/** Pages whose address names something. Every other shows lists, oneself or a text of our own. */
const rows: Record<string, PageRow> = {
  'watch/:id': { about: 'item', path: ({ id }) => `/watch/${id}`, may: opens },
  'embed/:playbackId': { about: 'item', path: ({ playbackId }) => `/embed/${playbackId}`, may: watch },
  'dashboard/edit/:id': { about: 'item', path: ({ id }) => `/dashboard/edit/${id}`, may: own },
  'creator/:username': { about: 'person', path: ({ username }) => `/creator/${username}` },
  'creator/id/:id': { about: 'person', path: ({ id }) => `/creator/id/${id}` },
  'statements/:id': { about: 'statement', path: ({ id }) => `/statements/${id}` },
  'mod/cases/:id': { about: 'case', path: ({ id }) => `/mod/cases/${id}` },
  'genre/:genreName': ofList,
  'all/:list/:row?': ofList,
  'create/:type?': ofOneself,
  '*': { about: 'nobody', because: 'any other address: the home screen, not found' },
}

let cast: Cast
let count = 0

before(async () => {
  cast = await openCast()
  await addPages(cast.house.app)
  // Pages say how long ago something was: two that are compared are made in the same moment.
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
})
after(() => {
  mock.timers.reset()
  return cast.close()
})

test('every page whose address names something has a row that says who may', () => {
  const named = pages.flatMap(({ path = '' }) => (/[:*]/.test(path) ? [path] : []))
  assert.deepEqual(
    named.filter((path) => !rows[path]),
    [],
    'add a row to tests/access/pages.test.ts: what the page is about and who may see it, or why it is about nobody',
  )
})

for (const [path, row] of Object.entries(rows))
  if (row.about !== 'nobody')
    test(`/${path} is a page for whom it should be, and for all others one that never was`, () => walk(row))

function walk(row: Exclude<PageRow, { about: 'nobody' }>): Promise<void> {
  switch (row.about) {
    case 'item':
      return each<ItemName, Item>(cast.items, row.path, row.may, (page, actor, name, { words }) => {
        assert.equal(page.body.includes(words[0]), row.may[name].includes(actor), 'its title')
        if (row.may !== own && row.may[name].includes(actor))
          assert.equal(isListed(page), outside[name].includes(actor), 'for search engines')
      })
    case 'person':
      return each<PersonName, Somebody>(cast.people, row.path, meet, (page, actor, name, { bio }) => {
        assert.equal(page.body.includes(bio), know[name].includes(actor), 'the text about themself')
      })
    case 'statement':
      return each<PaperOwner, Paper>(
        { theirs: cast.papers.statement, never: noPaper('statement') },
        row.path,
        oneOwn,
      )
    case 'case':
      return each<ItemName, Paper>(cast.cases, row.path, lookInto, (page, actor, name) => {
        assert.equal(
          page.body.includes(cast.items[name].words[0]),
          actor === 'caseworker',
          'what it is about',
        )
      })
  }
}

test('how many pages that were', () => {
  console.log(`pages: ${count.toLocaleString('en')}`)
  assert.ok(count > 500)
})

async function each<Name extends string, Thing extends Item | Somebody | Paper>(
  things: Record<Name, Thing>,
  pathOf: (thing: Thing) => string,
  may: Rights<Name>,
  check: (page: Told, actor: Actor, name: Name, thing: Thing) => void = () => {},
): Promise<void> {
  for (const actor of lookers) {
    const never = new Map<Person, Told>()
    for (const [name, thing] of Object.entries(things) as [Name, Thing][]) {
      const who = cast.actor(actor, ownerOf(thing))
      const page = await open(who, pathOf(thing), thing)
      const where = `${pathOf(thing)} (${name}) as ${actor}`
      if (may[name].includes(actor)) {
        assert.equal(page.status, 200, where)
        checked(where, () => check(page, actor, name, thing))
        continue
      }
      const none = things['never' as Name]
      if (!never.has(who)) never.set(who, await open(who, pathOf(none), none))
      alike(page, never.get(who)!, where)
    }
  }
}

function checked(where: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error })
  }
}

/** A page is long: what is told of a difference is the place where it begins. */
function alike(page: Told, none: Told, where: string): void {
  assert.equal(page.status, none.status, where)
  assert.equal(page.headers, none.headers, where)
  let at = 0
  while (at < page.body.length && page.body[at] === none.body[at]) at += 1
  const from = Math.max(0, at - 150)
  assert.equal(page.body.slice(from, at + 150), none.body.slice(from, at + 150), where)
  assert.equal(page.body.length, none.body.length, where)
}

/** The owner of nothing is anybody's neighbour. */
function ownerOf(thing: Item | Somebody | Paper) {
  if ('owner' in thing) return thing.owner
  const names = ['ada', 'priva', 'susan', 'leo'] as const
  return 'username' in thing ? names.find((name) => name === thing.username) : undefined
}

async function open(who: Person, path: string, thing: Item | Somebody | Paper): Promise<Told> {
  count += 1
  const answer = await who.fetch(path)
  const ids = [
    thing.id,
    ...('playbackId' in thing ? [thing.playbackId] : []),
    // As it stands in an address: short names are a part of many words.
    ...('username' in thing ? [`creator/${thing.username}`, `creator%2F${thing.username}`] : []),
  ]
  const page = await told(answer, ids)
  // How long the session lasts, in milliseconds, is another one's in each.
  page.body = page.body.replace(/(\\?"left\\?",)\d+/, '$1(left)')
  namesNobody(page.body, who.name)
  return page
}

function isListed({ body }: Told): boolean {
  return !/<meta[^>]+name="robots"[^>]+noindex/.test(body)
}
