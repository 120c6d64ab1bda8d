import { addPlaybackReport } from '#contract/playback-quality.ts'
import { type ApiFetch, callApiWithFetch } from '#web/api/api-client.ts'
import type { PlaybackError } from '../core/playback-errors.ts'
import type { PlayerController } from '../core/player-controller.ts'
import { createPlaybackRecorder } from './playback-recorder.ts'

/** The player recovers from some errors by itself. Errors that disappear within this time are not reported. */
const recoveryMs = 3000

/**
 * Sends one anonymous report about a viewing when the page is hidden or closed, or when the player is removed
 * (docs/decisions/088). The returned function ends the viewing. Nothing is measured afterwards, because
 * hidden pages show no frames.
 */
export function reportPlaybackQuality(player: PlayerController): () => void {
  const video = player.element()
  if (!video) return () => {}
  const { store } = player
  const recorder = createPlaybackRecorder(video, store.get)
  const listening = new AbortController()
  let isStartupValid = !document.hidden && store.get().adState === null
  let lastingError: PlaybackError | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = store.subscribe(() => {
    const { error, adState } = store.get()
    // An ad before the video is not part of the startup time.
    if (adState) isStartupValid &&= store.get().startedAt !== null
    if (!error) {
      clearTimeout(timer)
      timer = undefined
    } else timer ??= setTimeout(() => (lastingError ??= store.get().error), recoveryMs)
  })
  let isFinished = false
  function finish(): void {
    if (isFinished) return
    isFinished = true
    stopWatching()
    clearTimeout(timer)
    listening.abort()
    const body = recorder.finish(lastingError ?? store.get().error, isStartupValid)
    if (body) callApiWithFetch(anonymousFetch, addPlaybackReport, { body }).catch(() => {})
  }
  const { signal } = listening
  document.addEventListener('visibilitychange', () => document.hidden && finish(), { signal })
  addEventListener('pagehide', finish, { signal })
  return finish
}

/**
 * The request contains no cookies and no address of the page, so the server cannot connect the report with an
 * account or a video.
 */
const anonymousFetch: ApiFetch = (path, init) =>
  fetch(path, { ...init, keepalive: true, credentials: 'omit', referrerPolicy: 'origin' })
