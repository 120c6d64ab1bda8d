import { useEffect, useRef, useState } from 'react'
import { chooseRecorderOptions, createRecordingFileName } from './recording-format.ts'

export type RecorderState = 'idle' | 'recording' | 'paused'

export interface CameraRecording {
  file: File
  /** The length of the recording in milliseconds. */
  duration: number
  /** True if the recording ended because a camera or microphone was removed or failed. */
  isInterrupted: boolean
}

interface RecorderOptions {
  stream: MediaStream | null
  maxMs: number
  /**
   * Called with the finished recording, or with null if recording was interrupted before anything was
   * recorded.
   */
  onTake: (take: CameraRecording | null) => void
}

/** Records a stream. Pauses are not part of the elapsed time. */
export function useRecorder({ stream, maxMs, onTake }: RecorderOptions) {
  const [state, setState] = useState<RecorderState>('idle')
  const [elapsed, setElapsed] = useState(0)
  const current = useRef<ActiveRecording | null>(null)
  useEffect(() => {
    if (state !== 'recording') return
    const timer = setInterval(() => {
      const ms = current.current?.clock.read() ?? 0
      setElapsed(ms)
      if (ms >= maxMs) current.current?.recorder.stop()
    }, 200)
    return () => clearInterval(timer)
  }, [state, maxMs])
  // If the dialog closes, the recording is discarded.
  useEffect(() => () => current.current?.discard(), [])
  return {
    state,
    elapsed,
    start() {
      setElapsed(0)
      current.current = startRecording(stream!, (take) => {
        current.current = null
        setState('idle')
        onTake(take)
      })
      setState('recording')
    },
    pause() {
      current.current?.recorder.pause()
      current.current?.clock.stop()
      setState('paused')
    },
    resume() {
      current.current?.recorder.resume()
      current.current?.clock.start()
      setState('recording')
    },
    stop: () => current.current?.recorder.stop(),
  }
}

interface ActiveRecording {
  recorder: MediaRecorder
  clock: ReturnType<typeof createClock>
  discard(): void
}

function startRecording(stream: MediaStream, onEnd: (take: CameraRecording | null) => void): ActiveRecording {
  const recorder = new MediaRecorder(
    stream,
    chooseRecorderOptions((type) => MediaRecorder.isTypeSupported(type)),
  )
  const clock = createClock()
  const parts: Blob[] = []
  const listeners = new AbortController()
  const { signal } = listeners
  let isInterrupted = false
  const interrupt = () => {
    isInterrupted = true
    if (recorder.state !== 'inactive') recorder.stop()
  }
  // Without these listeners, the recorder would continue without sound if the microphone were removed.
  for (const track of stream.getTracks()) track.addEventListener('ended', interrupt, { signal })
  recorder.addEventListener('error', interrupt, { signal })
  recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && parts.push(data), { signal })
  recorder.addEventListener(
    'stop',
    () => {
      listeners.abort()
      const type = recorder.mimeType || parts[0]?.type || 'video/webm'
      const now = new Date()
      const file = new File(parts, createRecordingFileName(type, now), { type, lastModified: now.getTime() })
      onEnd(file.size > 0 ? { file, duration: clock.read(), isInterrupted } : null)
    },
    { signal },
  )
  // Record in chunks, because browsers can store the chunks of a long recording on disk.
  recorder.start(1000)
  clock.start()
  return {
    recorder,
    clock,
    discard() {
      listeners.abort()
      if (recorder.state !== 'inactive') recorder.stop()
    },
  }
}

/** A stopwatch that counts milliseconds and can be stopped and started again. */
function createClock() {
  let counted = 0
  let since: number | null = null
  const read = () => counted + (since === null ? 0 : performance.now() - since)
  return {
    read,
    start: () => void (since ??= performance.now()),
    stop() {
      counted = read()
      since = null
    },
  }
}
