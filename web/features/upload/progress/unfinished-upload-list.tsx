import { Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { deleteContent } from '#contract/content/own-content.ts'
import { callApi } from '#web/api/api-client.ts'
import { formatTimeAgo } from '#web/ui/formatting/time-ago.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import {
  type UploadDraft,
  loadUnfinishedUpload,
  type UnfinishedUpload,
} from '../transfer/unfinished-uploads.ts'
import { deleteLocalUploadData } from '../transfer/local-upload-cleanup.ts'

interface Props {
  drafts: UploadDraft[]
  /** Called when the user resumes an upload whose preprocessed file is still on this device. */
  onResume: (unfinished: UnfinishedUpload & { preprocessedFile: File }) => void
  /** Called after the user has discarded an unfinished upload. */
  onDiscarded: () => void
}

/** Lists the account's interrupted uploads, whether they were started on this device or on another one. */
export function UnfinishedUploadList({ drafts, ...on }: Props) {
  if (!drafts.length) return null
  return (
    <section aria-labelledby="unfinished" className="rounded-[22px] border border-line bg-raised p-4 sm:p-6">
      <h2 id="unfinished" className="text-21">
        {drafts.length === 1 ? uploadFormMessages.unfinished.one : uploadFormMessages.unfinished.several}
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {drafts.map((draft) => (
          <UnfinishedUploadItem key={draft.id} draft={draft} {...on} />
        ))}
      </ul>
    </section>
  )
}

function UnfinishedUploadItem({
  draft,
  onResume,
  onDiscarded,
}: Omit<Props, 'drafts'> & { draft: UploadDraft }) {
  const state = useUnfinishedUpload(draft)
  const [busy, setBusy] = useState(false)
  const kept = state?.preprocessedFile
  const discard = async () => {
    setBusy(true)
    await callApi(deleteContent, { params: { id: draft.id } }).catch(() => undefined)
    deleteLocalUploadData(draft.id)
    onDiscarded()
  }
  return (
    <li
      data-hue={draft.content_type}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-lifted p-3"
    >
      <span className="grid size-10 place-items-center rounded-small bg-hue text-on-hue">
        <RotateCcw size={20} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1 basis-52 leading-tight">
        <strong className="block truncate" dir="auto">
          {draft.title}
        </strong>
        <span className="block text-15 break-all text-quiet" suppressHydrationWarning>
          {state
            ? uploadFormMessages.unfinished.amount({
                name: state.name,
                there: formatBytes(state.offset),
                all: formatBytes(state.size),
              })
            : formatTimeAgo(draft.created_at)}
        </span>
        <span className="text-15 font-semibold">
          {kept ? uploadFormMessages.unfinished.here : uploadFormMessages.unfinished.pick}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        {kept && (
          <Button
            variant="primary"
            size="small"
            onClick={() => onResume({ ...state, preprocessedFile: kept })}
          >
            <Play aria-hidden="true" /> {uploadFormMessages.unfinished.goOn}
          </Button>
        )}
        <Button size="small" busy={busy} onClick={() => void discard()}>
          {uploadFormMessages.unfinished.discard}
        </Button>
      </span>
    </li>
  )
}

function useUnfinishedUpload(draft: UploadDraft): UnfinishedUpload | null {
  const [state, setState] = useState<UnfinishedUpload | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void loadUnfinishedUpload(draft).then((loaded) => isUnmounted || setState(loaded))
    return () => {
      isUnmounted = true
    }
  }, [draft])
  return state
}
