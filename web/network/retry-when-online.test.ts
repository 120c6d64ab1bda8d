import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { retryWhenOnline } from './retry-when-online.ts'

test('an import that fails offline waits for the connection, and survives failures right after it', async () => {
  const window = new EventTarget()
  const browser = { navigator: { onLine: false }, addEventListener: window.addEventListener.bind(window) }
  const before = { navigator: globalThis.navigator, addEventListener: globalThis.addEventListener }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let tries = 0
    const results = ['offline', 'first after reconnecting', 'second after reconnecting']
    const load = retryWhenOnline(async () => {
      const failure = results[tries]
      tries += 1
      if (failure) throw new Error(failure)
      return 'loaded'
    })
    const loaded = load()
    await settle()
    assert.equal(tries, 1, 'no request is sent without a connection')
    browser.navigator.onLine = true
    window.dispatchEvent(new Event('online'))
    for (const expected of [2, 3, 4]) {
      await settle()
      assert.equal(tries, expected)
      mock.timers.tick(500)
    }
    assert.equal(await loaded, 'loaded')
  } finally {
    mock.timers.reset()
    for (const [name, value] of Object.entries(before))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
})

/** Waits until all promises that can settle without a timer have settled. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
