/*
 * The pages as HTML, as they leave the server: status, title, what machines are told, and everything else. The page of a thing
 * that is not for the one who asks is the page of a thing that never was.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
import { know, meet, outside, own, watch } from './rights.ts'

const lookers: Actor[] = [
  'anonymous',
  'owner',
  'stranger',
  'follower',
  'blocked',
  'moderator',
  'young',
  'suspended',
]

type PageRow =
  | { about: 'item'; path(item: Item): string; may: typeof watch; shows(item: Item): string }
  | { about: 'person'; path(person: Somebody): string }
  | { about: 'nobody'; because: string }

const ofList = {
  about: 'nobody',
  because: 'shows a list of the API, which has its row in the matrix',
} as const
const ofOneself = {
  about: 'nobody',
  because: 'about who is signed in; its calls have their rows in the matrix',
} as const
const title = ({ words }: Item) => words[0]

/** Pages whose address names something. Every other shows lists, oneself or a text of our own. */
const rows: Record<string, PageRow> = {
  'watch/:id': { about: 'item', path: ({ id }) => `/watch/${id}`, may: watch, shows: title },
  'embed/:playbackId': {
    about: 'item',
    path: ({ playbackId }) => `/embed/${playbackId}`,
    may: watch,
    shows: title,
  },
  'dashboard/edit/:id': { about: 'item', path: ({ id }) => `/dashboard/edit/${id}`, may: own, shows: title },
  'creator/:username': { about: 'person', path: ({ username }) => `/creator/${username}` },
  'creator/id/:id': { about: 'person', path: ({ id }) => `/creator/id/${id}` },
  'genre/:genreName': ofList,
  'create/:type?': ofOneself,
  '*': { about: 'nobody', because: 'any other address: the home screen, not found' },
}

let cast: Cast
let count = 0

before(async () => {
  cast = await openCast()
  await addPages(cast.house.app)
})
after(() => cast.close())

test('every page whose address names something has a row that says who may', () => {
  const named = pages.flatMap(({ path = '' }) => (/[:*]/.test(path) ? [path] : []))
  assert.deepEqual(
    named.filter((path) => !rows[path]),
    [],
    'add a row to tests/access/pages.test.ts: what the page is about and who may see it, or why it is about nobody',
  )
})

for (const [path, row] of Object.entries(rows)) {
  if (row.about === 'item')
    test(`/${path} is a page for whom it should be, and for all others one that never was`, () =>
      each(cast.items, row.path, (page, actor, name, thing) => {
        const may = row.may[name].includes(actor)
        assert.equal(page.body.includes(row.shows(thing)), may, 'its title')
        if (may && row.may === watch)
          assert.equal(isListed(page), outside[name].includes(actor), 'for search engines')
        return may
      }))
  if (row.about === 'person')
    test(`/${path} is a page for whom it should be, and for all others one that never was`, () =>
      each(cast.people, row.path, (page, actor, name, thing) => {
        assert.equal(page.body.includes(thing.bio), know[name].includes(actor), 'the text about themself')
        return meet[name].includes(actor)
      }))
}

test('how many pages that were', () => {
  console.log(`pages: ${count.toLocaleString('en')}`)
  assert.ok(count > 500)
})

async function each<Name extends ItemName | PersonName, Thing extends Item | Somebody>(
  things: Record<Name, Thing>,
  pathOf: (thing: Thing) => string,
  isFor: (page: Told, actor: Actor, name: Name, thing: Thing) => boolean,
): Promise<void> {
  for (const actor of lookers) {
    for (const [name, thing] of Object.entries(things) as [Name, Thing][]) {
      const who = cast.actor(actor, ownerOf(thing))
      const page = await open(who, pathOf(thing), thing)
      const where = `${pathOf(thing)} (${name}) as ${actor}`
      let may: boolean
      try {
        may = isFor(page, actor, name, thing)
      } catch (error) {
        throw new Error(where, { cause: error })
      }
      if (may) assert.equal(page.status, 200, where)
      else
        assert.deepEqual(
          page,
          await open(who, pathOf(things['never' as Name]), things['never' as Name]),
          where,
        )
    }
  }
}

function ownerOf(thing: Item | Somebody) {
  return 'owner' in thing ? thing.owner : (thing.username as 'ada')
}

async function open(who: Person, path: string, thing: Item | Somebody): Promise<Told> {
  count += 1
  const answer = await who.fetch(path)
  const ids = 'owner' in thing ? [thing.id, thing.playbackId] : [thing.id, thing.username]
  const page = await told(answer, ids)
  namesNobody(page.body, who.name)
  return page
}

function isListed({ body }: Told): boolean {
  return !/<meta[^>]+name="robots"[^>]+noindex/.test(body)
}
