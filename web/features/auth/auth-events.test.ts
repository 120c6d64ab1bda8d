import test from 'node:test'
import assert from 'node:assert/strict'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { useAuth } from './auth-context.ts'
import {
  type AuthEvent,
  getAuthEvent,
  updateAuthState,
  onAuthChange,
  markTwoFactorVerified,
} from './auth-events.ts'

const ada = { id: 'a', username: 'ada' } as CurrentUser
const ben = { id: 'b', username: 'ben' } as CurrentUser
const day = 24 * 3600_000

test('useAuth must be used within an AuthProvider', () => {
  const OutsideProvider = () => createElement('p', null, useAuth().me?.username)
  assert.throws(() => renderToString(createElement(OutsideProvider)), {
    message: 'useAuth must be used within an AuthProvider',
  })
})

test('emits each event for its own cause', () => {
  const cases: [Parameters<typeof getAuthEvent>, AuthEvent | undefined][] = [
    [[undefined, { me: null, end: 0 }], 'initial_session'],
    [[undefined, { me: ada, end: day }], 'initial_session'],
    [
      [
        { me: null, end: 0 },
        { me: ada, end: day },
      ],
      'signed_in',
    ],
    [
      [
        { me: ada, end: day },
        { me: ben, end: day },
      ],
      'signed_in',
    ],
    [
      [
        { me: ada, end: day },
        { me: null, end: 0 },
      ],
      'signed_out',
    ],
    [
      [
        { me: ada, end: day },
        { me: { ...ada, username: 'ada_l' }, end: day },
      ],
      'user_updated',
    ],
    [
      [
        { me: ada, end: day },
        { me: { ...ada }, end: 2 * day },
      ],
      'token_refreshed',
    ],
    [
      [
        { me: ada, end: day },
        { me: { ...ada }, end: day + 900 },
      ],
      undefined,
    ],
    [
      [
        { me: null, end: 5 },
        { me: null, end: day },
      ],
      undefined,
    ],
  ]
  for (const [states, event] of cases) assert.equal(getAuthEvent(...states), event, JSON.stringify(states))
})

test('notifies subscribers once per change and never after they unsubscribe', () => {
  const window = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true })
  const received: unknown[] = []
  const stop = onAuthChange((event, me) => received.push([event, me?.username]))
  updateAuthState({ me: ada, end: day })
  updateAuthState({ me: ada, end: day })
  markTwoFactorVerified()
  updateAuthState({ me: null, end: 0 })
  updateAuthState({ me: ada, end: day })
  updateAuthState({ me: ada, end: day })
  updateAuthState({ me: null, end: 0 })
  stop()
  updateAuthState({ me: ben, end: day })
  assert.deepEqual(received, [
    ['initial_session', 'ada'],
    ['signed_out', undefined],
    ['mfa_challenge_verified', 'ada'],
    ['signed_in', 'ada'],
    ['signed_out', undefined],
  ])
})
