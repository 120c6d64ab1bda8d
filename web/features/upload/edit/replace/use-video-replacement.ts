import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { getOwnContent, type OwnContent } from '#contract/content/own-content.ts'
import {
  deleteReplacement,
  isReplacementInProgress,
  type VideoReplacement,
} from '#contract/content/replacements.ts'
import { ApiCallError, callApi } from '#web/api/api-client.ts'
import { videoReplacementMessages } from '#web/messages/upload/replace-video.ts'
import type { TransferStallReason, UploadTransfer } from '../../transfer/tus-transfer.ts'
import {
  resumeReplacementUpload,
  findPreprocessedReplacementFile,
  deleteLocalReplacementData,
  isSameReplacementFile,
  type ReplacementUploadListener,
  uploadReplacementVideo,
} from './replacement-upload.ts'
import { useRefreshOnLiveUpdate } from './use-refresh-on-live-update.ts'

/** What this tab is currently doing with the new file. */
export interface ReplacementUploadProgress {
  phase: 'preparing' | 'uploading'
  /** The progress of the current phase, from 0 to 100. */
  percent: number
  sent: number
  size: number
  hold: TransferStallReason | null
}

interface Problem {
  title: string
  detail: string
}

/**
 * Replaces the file of a video. The upload stops when the user leaves the page, but the user can resume it
 * later.
 */
export function useVideoReplacement(item: OwnContent) {
  const [server, setServer] = useState<VideoReplacement | null>(item.replacement)
  const [local, setLocal] = useState<ReplacementUploadProgress | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReplacedNow, setIsReplacedNow] = useState(false)
  const [storedFile, setStoredFile] = useState<File | null>(null)
  const running = useRef<{ abort: AbortController; transfer?: UploadTransfer }>(undefined)
  const { revalidate } = useRevalidator()
  const isWaiting = !local && server !== null && isReplacementInProgress(server.state)

  const refresh = async () => {
    const current = await callApi(getOwnContent, { params: { id: item.id } }).catch(() => null)
    if (!current) return
    setServer(current.replacement)
    if (current.replacement?.state !== 'replaced' || server?.state === 'replaced') return
    setIsReplacedNow(true)
    await revalidate()
  }

  useRefreshOnLiveUpdate(item.id, isWaiting && server.state !== 'uploading', refresh)

  const uploadURL = isWaiting && server.state === 'uploading' ? server.upload_url : null
  const findFile = useEffectEvent((url: string) => findPreprocessedReplacementFile(item, url))
  useEffect(() => {
    if (uploadURL) void findFile(uploadURL).then(setStoredFile)
  }, [uploadURL])

  useEffect(
    () => () => {
      running.current?.abort.abort()
      running.current?.transfer?.cancel()
    },
    [],
  )

  const send = async (work: (signal: AbortSignal, listener: ReplacementUploadListener) => Promise<void>) => {
    const current: NonNullable<typeof running.current> = { abort: new AbortController() }
    running.current = current
    const { signal } = current.abort
    const progress = (patch: Partial<ReplacementUploadProgress>) =>
      signal.aborted || setLocal((before) => ({ ...(before ?? nothingSent), hold: null, ...patch }))
    setProblem(null)
    setIsReplacedNow(false)
    setLocal(nothingSent)
    try {
      await work(signal, {
        prepared: (part) => progress({ percent: part * 100 }),
        sent: (sent, size) => progress({ phase: 'uploading', percent: (sent / size) * 100, sent, size }),
        hold: (hold) => progress({ hold }),
        started(transfer) {
          current.transfer = transfer
          if (signal.aborted) transfer.cancel()
          else progress({ phase: 'uploading', percent: 0 })
        },
      })
    } catch (error) {
      if (!signal.aborted) setProblem(toProblem(error))
    }
    if (signal.aborted) return
    await refresh()
    setLocal(null)
  }

  return {
    server,
    local,
    problem,
    isReplacedNow,
    storedFile,
    start: (file: File, keepsOriginal: boolean) =>
      send((signal, listener) => uploadReplacementVideo(item, { file, keepsOriginal }, signal, listener)),
    resume: async (file: File) => {
      if (!uploadURL) return
      if (file !== storedFile && !(await isSameReplacementFile(file, uploadURL)))
        return setProblem({
          title: videoReplacementMessages.failed,
          detail: videoReplacementMessages.otherFile,
        })
      await send((_, listener) => resumeReplacementUpload(item, file, uploadURL, listener))
    },
    cancel: async () => {
      running.current?.abort.abort()
      running.current?.transfer?.cancel()
      deleteLocalReplacementData(item)
      setLocal(null)
      setProblem(null)
      await callApi(deleteReplacement, { params: { id: item.id } }).then(
        () => setServer(null),
        (error: unknown) => setProblem(toProblem(error)),
      )
    },
  }
}

const nothingSent: ReplacementUploadProgress = {
  phase: 'preparing',
  percent: 0,
  sent: 0,
  size: 0,
  hold: null,
}

function toProblem(error: unknown): Problem {
  if (error instanceof ApiCallError) return { title: error.title, detail: error.detail }
  // oxlint-disable-next-line no-console -- unexpected errors must be logged
  console.error(error)
  return { title: videoReplacementMessages.failed, detail: videoReplacementMessages.failedText }
}
