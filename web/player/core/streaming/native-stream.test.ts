import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { openNativeStream } from './native-stream.ts'

/** Opens a stream in a fake video element that has been playing for a while. */
function openStream(t: TestContext) {
  let now = 100_000
  t.mock.method(performance, 'now', () => now)
  const loaded: string[] = []
  const video = {
    currentTime: 0,
    paused: true,
    set src(url: string) {
      loaded.push(url)
      video.paused = true
      video.currentTime = 0
    },
    play: async () => {
      video.paused = false
    },
    load() {},
    removeAttribute() {},
  }
  const stream = openNativeStream(video as unknown as HTMLVideoElement, 'main.m3u8', 0)
  video.paused = false
  video.currentTime = 42
  return { stream, video, loaded, wait: (ms: number) => (now += ms) }
}

test('after an error, the video is loaded again and continues at the same position', (t) => {
  const { stream, video, loaded } = openStream(t)
  assert.equal(stream.recover(), true)
  assert.deepEqual([loaded.length, video.currentTime, video.paused], [2, 42, false])
})

test('a paused video stays paused', (t) => {
  const { stream, video } = openStream(t)
  video.paused = true
  stream.recover()
  assert.equal(video.paused, true)
})

test('a video that fails again within ten seconds is not loaded again', (t) => {
  const { stream, loaded, wait } = openStream(t)
  stream.recover()
  wait(9000)
  assert.equal(stream.recover(), false)
  assert.equal(loaded.length, 2)
  wait(2000)
  assert.equal(stream.recover(), true)
})

test('while the browser is offline, the video waits until it is online, or until the stream is closed', (t) => {
  const network = new EventTarget()
  const original = { add: globalThis.addEventListener, remove: globalThis.removeEventListener }
  globalThis.addEventListener = network.addEventListener.bind(network)
  globalThis.removeEventListener = network.removeEventListener.bind(network)
  t.after(() => {
    globalThis.addEventListener = original.add
    globalThis.removeEventListener = original.remove
    Reflect.deleteProperty(navigator, 'onLine')
  })
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  const [waiting, closed] = [openStream(t), openStream(t)]
  assert.equal(waiting.stream.recover(), true)
  closed.stream.recover()
  closed.stream.close()
  assert.equal(waiting.loaded.length, 1)
  network.dispatchEvent(new Event('online'))
  assert.deepEqual([waiting.loaded.length, waiting.video.currentTime, waiting.video.paused], [2, 42, false])
  assert.equal(closed.loaded.length, 1)
})
