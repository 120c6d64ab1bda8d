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

test('returns a different authentication event for a sign-in, a sign-out, a changed user and a renewed session', () => {
  const cases: [Parameters<typeof getAuthEvent>, AuthEvent | undefined][] = [
    [[undefined, { me: null, endsAt: 0 }], 'initial_session'],
    [[undefined, { me: ada, endsAt: day }], 'initial_session'],
    [
      [
        { me: null, endsAt: 0 },
        { me: ada, endsAt: day },
      ],
      'signed_in',
    ],
    [
      [
        { me: ada, endsAt: day },
        { me: ben, endsAt: day },
      ],
      'signed_in',
    ],
    [
      [
        { me: ada, endsAt: day },
        { me: null, endsAt: 0 },
      ],
      'signed_out',
    ],
    [
      [
        { me: ada, endsAt: day },
        { me: { ...ada, username: 'ada_l' }, endsAt: day },
      ],
      'user_updated',
    ],
    [
      [
        { me: ada, endsAt: day },
        { me: { ...ada }, endsAt: 2 * day },
      ],
      'token_refreshed',
    ],
    [
      [
        { me: ada, endsAt: day },
        { me: { ...ada }, endsAt: day + 900 },
      ],
      undefined,
    ],
    [
      [
        { me: null, endsAt: 5 },
        { me: null, endsAt: day },
      ],
      undefined,
    ],
  ]
  for (const [states, event] of cases) assert.equal(getAuthEvent(...states), event, JSON.stringify(states))
})

test('notifies subscribers once per session change, and not after they unsubscribe', () => {
  const window = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    Object.defineProperty(globalThis, name, { value: window[name].bind(window), configurable: true })
  const received: unknown[] = []
  const stop = onAuthChange((event, me) => received.push([event, me?.username]))
  updateAuthState({ me: ada, endsAt: day })
  updateAuthState({ me: ada, endsAt: day })
  markTwoFactorVerified()
  updateAuthState({ me: null, endsAt: 0 })
  updateAuthState({ me: ada, endsAt: day })
  updateAuthState({ me: ada, endsAt: day })
  updateAuthState({ me: null, endsAt: 0 })
  stop()
  updateAuthState({ me: ben, endsAt: day })
  assert.deepEqual(received, [
    ['initial_session', 'ada'],
    ['signed_out', undefined],
    ['mfa_challenge_verified', 'ada'],
    ['signed_in', 'ada'],
    ['signed_out', undefined],
  ])
})
