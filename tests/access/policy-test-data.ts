/*
 * The people, viewers and items for policy-sql-equivalence.test.ts, which compares the access policy in SQL
 * with the pure policy functions.
 */
import { randomUUID } from 'node:crypto'
import { anonymousViewer, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { allItemStates, booleanValues, cartesianProduct } from './policy-combinations.ts'
import type { ContentFacts, RelationshipFacts, ViewerFacts } from './policy-oracle.ts'

/** An owner of items, and the relationship that all viewers have with this owner. */
export interface TestOwner {
  id: string
  isPrivate: boolean
  /**
   * Account states that hide an account. An account with `wasSuspended` was suspended in the past and is not
   * hidden.
   */
  away: 'leaving' | 'suspended' | 'banned' | null
  wasSuspended: boolean
  follow: RelationshipFacts['follow']
  block: 'none' | 'by them' | 'of them'
  isMuted: boolean
}

/** An item and its owner. */
export interface TestContentItem extends ContentFacts {
  id: string
  owner: TestOwner
}

/** A viewer in the test of the access policy in SQL. A signed-in viewer also owns items in every state. */
export interface TestViewer {
  name: string
  viewer: Viewer
  asker: ViewerFacts
  /** Whether the viewer's own profile is private or hidden. */
  self: TestOwner | null
}

const away = ['leaving', 'suspended', 'banned'] as const
let turn = 0

/** Owners with every combination of account state and relationship. */
export const ownerCombinations: TestOwner[] = cartesianProduct({
  isPrivate: booleanValues,
  isHidden: booleanValues,
  follow: ['none', 'pending', 'approved'] as const,
  block: ['none', 'by them', 'of them'] as const,
  isMuted: booleanValues,
}).map(({ isHidden, ...person }) => {
  turn += 1
  return {
    id: randomUUID(),
    ...person,
    away: isHidden ? away[turn % 3]! : null,
    wasSuspended: turn % 2 === 0,
  }
})

const unrelated = { follow: 'none', block: 'none', isMuted: false, wasSuspended: false } as const

/** Viewers of every kind. In the test, each viewer tries to read all rows. */
export const testViewers: TestViewer[] = [
  { name: 'anonymous', viewer: anonymousViewer, asker: createAsker('anonymous', false), self: null },
  ...cartesianProduct({ isPrivate: booleanValues, away: [null, 'leaving', 'suspended'] as const }).map(
    (own, at) => {
      const self: TestOwner = { id: randomUUID(), ...unrelated, ...own }
      const canSeeRated16 = at % 2 === 0
      const name = `${own.isPrivate ? 'private ' : ''}${own.away ?? ''} member${canSeeRated16 ? '' : ' who sees no 16+'}`
      return {
        name,
        viewer: member(self.id, canSeeRated16, 'user'),
        asker: createAsker('member', canSeeRated16),
        self,
      }
    },
  ),
  ...(['without a case', 'with a case', 'with a closed case'] as const).map((what) => {
    const self: TestOwner = { id: randomUUID(), ...unrelated, isPrivate: false, away: null }
    const asker = { ...createAsker('staff', true), hasClaimedCase: what === 'with a case' }
    return { name: `moderator ${what}`, viewer: member(self.id, true, 'moderator'), asker, self }
  }),
]

/** The viewers as owners. */
export const testViewerOwners = testViewers.flatMap(({ self }) => self ?? [])
/** For every owner, one item in every state. */
export const testContentItems: TestContentItem[] = [...ownerCombinations, ...testViewerOwners].flatMap(
  (owner) => allItemStates.map((item) => ({ ...item, id: randomUUID(), owner })),
)

function createAsker(kind: ViewerFacts['kind'], canSeeRated16: boolean): ViewerFacts {
  return {
    kind,
    band: canSeeRated16 ? '16-17' : '13-15',
    canSeeRated16: canSeeRated16,
    hasClaimedCase: false,
  }
}

function member(id: string, canSeeRated16: boolean, role: Member['role']): Member {
  const day = new Date()
  return {
    kind: 'member',
    id,
    username: 'looker',
    email: 'looker@example.com',
    emailVerified: true,
    language: null,
    isAdult: false,
    band: canSeeRated16 ? '16-17' : '13-15',
    canSeeRated16: canSeeRated16,
    hasAgedOut: false,
    isSuspended: false,
    role,
    deletionScheduledAt: null,
    session: { id: randomUUID(), createdAt: day, expiresAt: day, renewal: null },
  }
}
