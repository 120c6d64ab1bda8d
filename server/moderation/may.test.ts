import assert from 'node:assert/strict'
import test from 'node:test'
import {
  actions,
  commentStates,
  contentStates,
  mayMove,
  stateAfter,
  staffRoles,
} from '#contract/moderation.ts'
import { mayDo } from './may.ts'
import type { Standing } from './subject.ts'

const person = {
  username: 'ada',
  bio: '',
  email: 'ada@example.com',
  role: 'user',
  isPrivate: false,
  isSuspended: false,
  isMuted: false,
  isPrivateByDecision: false,
} as const

function item(change: Partial<Standing> = {}): Standing {
  const base = { subject: 'content', contentId: 'c', commentId: null, userId: 'u' } as const
  return {
    ...base,
    state: 'approved',
    rating: 'all',
    isRatingFixed: false,
    about: 'A film',
    person,
    ...change,
  }
}

const onPeople = ['warn', 'mute_comments', 'suspend', 'force_private', 'force_rename']

test('what each role can do with an item that is up', () => {
  const moderator = ['limit', 'rate_16', 'hold', 'remove', 'quarantine', ...onPeople, 'dismiss']
  const lead = moderator.toSpliced(-1, 0, 'ban')
  assert.deepEqual(mayDo('moderator', item()), moderator)
  assert.deepEqual(mayDo('safety_lead', item()), lead)
  assert.deepEqual(mayDo('admin', item()), lead)
})

test('what waits is approved or taken away, never just dismissed; what was taken away comes back whole', () => {
  for (const state of ['held', 'pending']) {
    const may = mayDo('moderator', item({ state }))
    assert.ok(may.includes('approve') && may.includes('remove') && !may.includes('dismiss'))
  }
  const removed = mayDo('moderator', item({ state: 'removed' }))
  assert.ok(removed.includes('restore') && !removed.includes('approve') && !removed.includes('remove'))
})

test('what is sealed is touched by admins alone; about staff only admins act', () => {
  const sealed = item({ state: 'quarantined' })
  for (const role of ['moderator', 'safety_lead'] as const) assert.deepEqual(mayDo(role, sealed), [])
  assert.ok(mayDo('admin', sealed).includes('restore'))
  const ofStaff = item({ person: { ...person, role: 'moderator' } })
  for (const role of ['moderator', 'safety_lead'] as const) assert.deepEqual(mayDo(role, ofStaff), [])
  assert.ok(mayDo('admin', ofStaff).includes('remove'))
})

test('comments and people have no rating, are not limited and not sealed', () => {
  const comment = item({ subject: 'comment', commentId: 'k', rating: null })
  const profile = item({ subject: 'profile', contentId: null, state: null, rating: null })
  for (const role of staffRoles)
    for (const now of [comment, profile])
      for (const action of ['limit', 'rate_16', 'quarantine'] as const)
        assert.ok(!mayDo(role, now).includes(action))
  assert.ok(!mayDo('admin', profile).includes('remove'))
  assert.ok(!mayDo('admin', profile).includes('restore'), 'nothing was taken')
  const suspended = { ...profile, person: { ...person, isSuspended: true } }
  assert.ok(mayDo('moderator', suspended).includes('restore'))
})

test('no role in any state is offered a move that is not in the table', () => {
  for (const role of staffRoles)
    for (const action of actions) {
      const to = stateAfter[action]
      if (!to) continue
      for (const state of contentStates)
        if (mayDo(role, item({ state })).includes(action)) assert.ok(mayMove('content', state, to))
      for (const state of commentStates)
        if (mayDo(role, item({ subject: 'comment', commentId: 'k', state })).includes(action))
          assert.ok(mayMove('comment', state, to))
    }
})
