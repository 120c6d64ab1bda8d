import { ApiCallError } from '#web/api/api-client.ts'
import { areSameCues, type CaptionEditorCues, toDraftCues } from '../model/cue.ts'
import type { saveDraft } from './caption-draft-requests.ts'

/**
 * `saved`: the server has stored all edits. `waiting`: the server cannot be reached, and saving will be
 * retried. `conflict`: the captions were changed elsewhere, so saving is paused until the creator has chosen
 * a version. `failed`: the server has rejected the text.
 */
export type AutosaveStatus = 'saved' | 'unsaved' | 'saving' | 'waiting' | 'conflict' | 'signed_out' | 'failed'

export interface AutosaveState {
  status: AutosaveStatus
  error: ApiCallError | null
}

interface Options {
  version: string
  cues: CaptionEditorCues
  send: (version: string, cues: ReturnType<typeof toDraftCues>) => ReturnType<typeof saveDraft>
  onChange: (state: AutosaveState) => void
  /**
   * The delay between the last edit and saving, and the maximum time that edits can remain unsaved, in
   * milliseconds.
   */
  delayMs?: number
  maxDelayMs?: number
  retryMs?: number
}

export type CaptionDraftAutosave = ReturnType<typeof createCaptionDraftAutosave>

/** Saves the captions shortly after each edit. At most one save request runs at a time. */
export function createCaptionDraftAutosave(options: Options) {
  const { send, onChange, delayMs = 2000, maxDelayMs = 10_000, retryMs = 5000 } = options
  let { version, cues } = options
  let saved = cues
  let state: AutosaveState = { status: 'saved', error: null }
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsavedSince: number | null = null
  let running: Promise<void> | null = null
  let isClosed = false

  const set = (status: AutosaveStatus, error: ApiCallError | null = null) => {
    if (state.status === status && state.error === error) return
    state = { status, error }
    if (!isClosed) onChange(state)
  }
  const isBlocked = () => state.status === 'conflict'
  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void flush(), ms)
  }

  /**
   * Saves the captions immediately. The promise resolves when the save request has ended, even if the request
   * failed.
   */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    await running
    if (cues === saved || isBlocked()) return
    running = save().finally(() => (running = null))
    await running
  }

  async function save(): Promise<void> {
    const sent = cues
    set('saving')
    try {
      ;({ version } = await send(version, toDraftCues(sent)))
      saved = sent
      unsavedSince = null
      if (cues === sent) return set('saved')
      set('unsaved')
      schedule(delayMs)
    } catch (thrown) {
      if (!(thrown instanceof ApiCallError)) throw thrown
      handleFailure(thrown)
    }
  }

  function handleFailure(error: ApiCallError): void {
    if (error.code === 'captions_changed') return set('conflict', error)
    if (error.status === 401) {
      set('signed_out', error)
      return schedule(retryMs)
    }
    if (error.retryable || error.status === 429) {
      set('waiting', error)
      return schedule(Math.max(retryMs, (error.retryAfter ?? 0) * 1000))
    }
    set('failed', error)
  }

  return {
    version: () => version,
    state: () => state,
    isSaved: () => cues === saved,
    /** Call this function after every edit. */
    update(next: CaptionEditorCues) {
      if (next === cues) return
      cues = next
      if (isBlocked()) return
      if (areSameCues(cues, saved)) {
        // The user has undone all unsaved edits.
        saved = cues
        clearTimeout(timer)
        unsavedSince = null
        return set('saved')
      }
      unsavedSince ??= Date.now()
      if (state.status === 'saved' || state.status === 'failed') set('unsaved')
      const left = unsavedSince + maxDelayMs - Date.now()
      if (!running) schedule(Math.max(0, Math.min(delayMs, left)))
    },
    flush,
    /** Pauses saving until the creator has chosen one of two versions of the captions. */
    hold() {
      clearTimeout(timer)
      set('conflict')
    },
    /**
     * Call this function once the creator has chosen one of the two versions. `base` is the text of the
     * server's version of the captions.
     */
    resolve(nextVersion: string, base: CaptionEditorCues | null) {
      version = nextVersion
      saved = base ?? []
      unsavedSince = null
      if (cues === saved) return set('saved')
      set('unsaved')
      void flush()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
