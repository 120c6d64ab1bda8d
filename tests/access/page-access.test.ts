/*
 * Tests the server-rendered HTML of pages: status, title, metadata for crawlers and content. For a viewer
 * without access, a page must be identical to the page of a resource that never existed.
 */
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { mountPages } from '#server/platform/pages/mount-pages.ts'
import type { TestUser } from '#tests/support/app/test-app.ts'
import { pageRoutes as pages } from '#tests/support/fixtures/page-routes.ts'
import { assertNoPersonalData, type NormalizedResponse, normalizeResponse } from './normalized-response.ts'
import { createAccessFixtures } from '#tests/support/access-fixtures/access-fixtures.ts'
import type {
  FixtureActor,
  AccessFixtures,
  FixtureItem,
  FixtureItemKey,
  FixtureProfileKey,
  FixtureProfile,
} from '#tests/support/access-fixtures/fixture-types.ts'
import {
  createNonexistentRecord,
  type PersonalRecord,
  type PersonalRecordOwner,
} from '#tests/support/access-fixtures/private-records.ts'
import {
  expectedFullProfileAccess,
  expectedModerationCaseAccess,
  expectedProfileAccess,
  expectedOwnRecordAccess,
  expectedPageAccess as opens,
  expectedSearchEngineVisibility,
  expectedOwnerAccess,
  type ExpectedAccess,
  expectedWatchAccess,
} from './routes/expected-access.ts'

const testViewers: FixtureActor[] = [
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
  | { about: 'item'; path(item: FixtureItem): string; may: ExpectedAccess<FixtureItemKey> }
  | { about: 'person'; path(person: FixtureProfile): string }
  | { about: 'statement' | 'playlist' | 'series' | 'case'; path(paper: PersonalRecord): string }
  | { about: 'nobody'; because: string }

const ofList = {
  about: 'nobody',
  because: 'shows a list of the API, which has its row in the matrix',
} as const
const ofOneself = {
  about: 'nobody',
  because: 'about who is signed in; its calls have their rows in the matrix',
} as const
/**
 * Pages whose URL identifies a resource. All other pages show lists, the viewer's own account or static text.
 */
const rows: Record<string, PageRow> = {
  'watch/:id': { about: 'item', path: ({ id }) => `/watch/${id}`, may: opens },
  'embed/:playbackId': {
    about: 'item',
    path: ({ playbackId }) => `/embed/${playbackId}`,
    may: expectedWatchAccess,
  },
  'dashboard/edit/:id': {
    about: 'item',
    path: ({ id }) => `/dashboard/edit/${id}`,
    may: expectedOwnerAccess,
  },
  'dashboard/edit/:id/captions/:language': {
    about: 'item',
    path: ({ id }) => `/dashboard/edit/${id}/captions/fr`,
    may: expectedOwnerAccess,
  },
  'dashboard/analytics/:id': {
    about: 'item',
    path: ({ id }) => `/dashboard/analytics/${id}`,
    may: expectedOwnerAccess,
  },
  'creator/:username': { about: 'person', path: ({ username }) => `/creator/${username}` },
  'creator/id/:id': { about: 'person', path: ({ id }) => `/creator/id/${id}` },
  'statements/:id': { about: 'statement', path: ({ id }) => `/statements/${id}` },
  'playlist/:id': { about: 'playlist', path: ({ id }) => `/playlist/${id}` },
  'series/:id': { about: 'series', path: ({ id }) => `/series/${id}` },
  // Only admins and safety leads can open the page, no matter which person it shows (tests/e2e/admin/console.spec.ts).
  'admin/people/:id': { about: 'nobody', because: 'its call is checked in admin-console-access.test.ts' },
  'mod/cases/:id': { about: 'case', path: ({ id }) => `/mod/cases/${id}` },
  'admin/contact/:id': {
    about: 'nobody',
    because: 'shows a message of the contact form to admins and safety leads (contact-inbox.test.ts)',
  },
  'admin/webhooks/:id': {
    about: 'nobody',
    because: 'shows the deliveries of a webhook to admins (webhooks.test.ts)',
  },
  'genre/:genreName': ofList,
  'all/:list/:row?': ofList,
  'tag/:tag': ofList,
  'create/:type?': ofOneself,
  'unsubscribe/:token': {
    about: 'nobody',
    because: 'looks the same for every token until the form is submitted',
  },
  '*': { about: 'nobody', because: 'any other address: the home screen, not found' },
}

let cast: AccessFixtures
let count = 0

before(async () => {
  cast = await createAccessFixtures()
  await mountPages(cast.testApp.app)
  // The first page with an illustration is streamed, because the server loads illustration code on demand.
  const first = await cast.actor('anonymous', undefined).fetch(`/watch/${crypto.randomUUID()}`)
  await first.text()
  // Pages show relative times, so the compared pages must be rendered at the same moment.
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
})
after(() => {
  mock.timers.reset()
  return cast.close()
})

test('every page whose URL contains a resource ID or name has an access rule', () => {
  const named = pages.flatMap(({ path = '' }) => (/[:*]/.test(path) ? [path] : []))
  assert.deepEqual(
    named.filter((path) => !rows[path]),
    [],
    'add a row to tests/access/page-access.test.ts: what the page is about and who may see it, or why it is about nobody',
  )
})

for (const [path, row] of Object.entries(rows))
  if (row.about !== 'nobody') test(`/${path} looks nonexistent to actors without access`, () => walk(row))

function walk(row: Exclude<PageRow, { about: 'nobody' }>): Promise<void> {
  switch (row.about) {
    case 'item':
      return checkEach<FixtureItemKey, FixtureItem>(
        cast.items,
        row.path,
        row.may,
        (page, actor, name, { words }) => {
          assert.equal(page.body.includes(words[0]), row.may[name].includes(actor), 'its title')
          if (row.may !== expectedOwnerAccess && row.may[name].includes(actor))
            assert.equal(
              isListed(page),
              expectedSearchEngineVisibility[name].includes(actor),
              'for search engines',
            )
        },
      )
    case 'person':
      return checkEach<FixtureProfileKey, FixtureProfile>(
        cast.people,
        row.path,
        expectedProfileAccess,
        (page, actor, name, { bio }) => {
          assert.equal(
            page.body.includes(bio),
            expectedFullProfileAccess[name].includes(actor),
            'whether the page shows the bio',
          )
        },
      )
    case 'statement':
    case 'playlist':
    case 'series':
      return checkEach<PersonalRecordOwner, PersonalRecord>(
        { theirs: cast.records[row.about], never: createNonexistentRecord(row.about) },
        row.path,
        expectedOwnRecordAccess,
      )
    case 'case':
      return checkEach<FixtureItemKey, PersonalRecord>(
        cast.cases,
        row.path,
        expectedModerationCaseAccess,
        (page, actor, name) => {
          assert.equal(
            page.body.includes(cast.items[name].words[0]),
            actor === 'caseworker',
            'what it is about',
          )
        },
      )
  }
}

test('the page access test checks more than 500 pages', () => {
  console.log(`compared pages: ${count.toLocaleString('en')}`)
  assert.ok(count > 500)
})

async function checkEach<Name extends string, Thing extends FixtureItem | FixtureProfile | PersonalRecord>(
  things: Record<Name, Thing>,
  pathOf: (thing: Thing) => string,
  may: ExpectedAccess<Name>,
  check: (page: NormalizedResponse, actor: FixtureActor, name: Name, thing: Thing) => void = () => {},
): Promise<void> {
  for (const actor of testViewers) {
    const never = new Map<TestUser, NormalizedResponse>()
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
      assertSamePage(page, never.get(who)!, where)
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

/**
 * Compares two pages. Because pages are long, a failure prints only the part where the two pages start to
 * differ.
 */
function assertSamePage(page: NormalizedResponse, none: NormalizedResponse, where: string): void {
  assert.equal(page.status, none.status, where)
  assert.equal(page.headers, none.headers, where)
  let at = 0
  while (at < page.body.length && page.body[at] === none.body[at]) at += 1
  const from = Math.max(0, at - 150)
  assert.equal(page.body.slice(from, at + 150), none.body.slice(from, at + 150), where)
  assert.equal(page.body.length, none.body.length, where)
}

/** The username of the resource's owner, or undefined if the resource has no owner. */
function ownerOf(thing: FixtureItem | FixtureProfile | PersonalRecord) {
  if ('owner' in thing) return thing.owner
  const names = ['ada', 'priva', 'susan', 'leo'] as const
  return 'username' in thing ? names.find((name) => name === thing.username) : undefined
}

async function open(
  who: TestUser,
  path: string,
  thing: FixtureItem | FixtureProfile | PersonalRecord,
): Promise<NormalizedResponse> {
  count += 1
  const response = await who.fetch(path)
  const ids = [
    thing.id,
    ...('playbackId' in thing ? [thing.playbackId] : []),
    // Matches usernames only as part of a URL, because short usernames also occur inside ordinary words.
    ...('username' in thing ? [`creator/${thing.username}`, `creator%2F${thing.username}`] : []),
  ]
  const page = await normalizeResponse(response, ids)
  // Removes the remaining session time in milliseconds, because it differs between pages.
  page.body = page.body.replace(/(\\?"left\\?",)\d+/, '$1(left)')
  assertNoPersonalData(page.body, who.name)
  return page
}

function isListed({ body }: NormalizedResponse): boolean {
  return !/<meta[^>]+name="robots"[^>]+noindex/.test(body)
}
