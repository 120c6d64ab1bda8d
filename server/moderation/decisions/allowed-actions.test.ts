import assert from 'node:assert/strict'
import test from 'node:test'
import {
  moderationActions,
  moderationStateAfterAction,
  staffRoles,
} from '#contract/moderation/moderation-policy.ts'
import {
  commentModerationStates,
  contentModerationStates,
  isAllowedTransition,
} from '#contract/moderation/moderation-states.ts'
import { listAllowedModerationActions } from './allowed-actions.ts'
import type { ModerationSubjectState } from './moderation-subject-state.ts'

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

function item(change: Partial<ModerationSubjectState> = {}): ModerationSubjectState {
  const base = { subject: 'content', contentId: 'c', commentId: null, userId: 'u' } as const
  return {
    ...base,
    state: 'approved',
    rating: 'all',
    isRatingFixed: false,
    hasHeldReplacement: false,
    about: 'A film',
    person,
    ...change,
  }
}

const onPeople = ['warn', 'mute_comments', 'suspend', 'force_private', 'force_rename']

test('offers each staff role its allowed actions on a published item', () => {
  const moderator = ['limit', 'rate_16', 'hold', 'remove', 'quarantine', ...onPeople, 'dismiss']
  const lead = moderator.toSpliced(-1, 0, 'ban')
  assert.deepEqual(listAllowedModerationActions('moderator', item()), moderator)
  assert.deepEqual(listAllowedModerationActions('safety_lead', item()), lead)
  assert.deepEqual(listAllowedModerationActions('admin', item()), lead)
})

test('held content can be approved or removed but not dismissed; removed content can only be restored', () => {
  for (const state of ['held', 'pending']) {
    const may = listAllowedModerationActions('moderator', item({ state }))
    assert.ok(may.includes('approve') && may.includes('remove') && !may.includes('dismiss'))
  }
  const removed = listAllowedModerationActions('moderator', item({ state: 'removed' }))
  assert.ok(removed.includes('restore') && !removed.includes('approve') && !removed.includes('remove'))
})

test('a moderator can reject a replacement file and keep the video, but only while the file is under review', () => {
  const may = (change: Partial<ModerationSubjectState>) =>
    listAllowedModerationActions('moderator', item(change)).includes('refuse_replacement')
  assert.ok(may({ hasHeldReplacement: true }))
  assert.ok(may({ hasHeldReplacement: true, state: 'held' }))
  assert.ok(!may({}))
  assert.ok(!may({ hasHeldReplacement: true, state: 'deleted' }))
})

test('lets only admins act on quarantined content and on staff', () => {
  const sealed = item({ state: 'quarantined' })
  for (const role of ['moderator', 'safety_lead'] as const)
    assert.deepEqual(listAllowedModerationActions(role, sealed), [])
  assert.ok(listAllowedModerationActions('admin', sealed).includes('restore'))
  const ofStaff = item({ person: { ...person, role: 'moderator' } })
  for (const role of ['moderator', 'safety_lead'] as const)
    assert.deepEqual(listAllowedModerationActions(role, ofStaff), [])
  assert.ok(listAllowedModerationActions('admin', ofStaff).includes('remove'))
})

test('does not offer to rate, unlist or quarantine comments and profiles', () => {
  const comment = item({ subject: 'comment', commentId: 'k', rating: null })
  const profile = item({ subject: 'profile', contentId: null, state: null, rating: null })
  for (const role of staffRoles)
    for (const now of [comment, profile])
      for (const action of ['limit', 'rate_16', 'quarantine'] as const)
        assert.ok(!listAllowedModerationActions(role, now).includes(action))
  assert.ok(!listAllowedModerationActions('admin', profile).includes('remove'))
  assert.ok(!listAllowedModerationActions('admin', profile).includes('restore'), 'nothing was taken')
  const suspended = { ...profile, person: { ...person, isSuspended: true } }
  assert.ok(listAllowedModerationActions('moderator', suspended).includes('restore'))
})

test('never offers an action whose state transition is not allowed', () => {
  for (const role of staffRoles)
    for (const action of moderationActions) {
      const to = moderationStateAfterAction[action]
      if (!to) continue
      for (const state of contentModerationStates)
        if (listAllowedModerationActions(role, item({ state })).includes(action))
          assert.ok(isAllowedTransition('content', state, to))
      for (const state of commentModerationStates)
        if (
          listAllowedModerationActions(role, item({ subject: 'comment', commentId: 'k', state })).includes(
            action,
          )
        )
          assert.ok(isAllowedTransition('comment', state, to))
    }
})
