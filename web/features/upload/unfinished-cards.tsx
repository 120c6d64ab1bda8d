import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { deleteContent } from '#contract/content.ts'
import { getUpload } from '#contract/uploads.ts'
import { call } from '#web/api/call.ts'
import { age } from '#web/ui/age.ts'
import { Button } from '#web/ui/button.tsx'
import { bytes } from '#web/ui/bytes.ts'
import { type Draft, uploadId } from './drafts.ts'
import { forget } from './remembered.ts'

interface Props {
  drafts: Draft[]
  /** One was thrown away. */
  onGone: () => void
}

/** Uploads that stopped half-way, wherever they began. Picking the same file goes on with them. */
export function UnfinishedCards({ drafts, onGone }: Props) {
  if (!drafts.length) return null
  return (
    <section aria-labelledby="unfinished" className="rounded-[22px] border border-line bg-raised p-4 sm:p-6">
      <h2 id="unfinished" className="text-21">
        {drafts.length === 1 ? 'Unfinished upload' : 'Unfinished uploads'}: pick the same file to go on
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {drafts.map((draft) => (
          <Unfinished key={draft.id} draft={draft} onGone={onGone} />
        ))}
      </ul>
    </section>
  )
}

interface Known {
  name: string
  size: number
  offset: number
}

function Unfinished({ draft, onGone }: { draft: Draft; onGone: () => void }) {
  const known = useKnown(draft)
  const [busy, setBusy] = useState(false)
  const discard = async () => {
    setBusy(true)
    await call(deleteContent, { params: { id: draft.id } }).catch(() => undefined)
    forget(draft.id)
    onGone()
  }
  return (
    <li
      data-hue={draft.content_type}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-lifted p-3"
    >
      <span className="grid size-10 place-items-center rounded-small bg-hue text-on-hue">
        <RotateCcw size={20} aria-hidden="true" />
      </span>
      <p className="min-w-0 flex-1 basis-52 leading-tight">
        <strong className="block truncate">{draft.title}</strong>
        <span className="text-15 break-all text-quiet" suppressHydrationWarning>
          {known
            ? `${known.name} · ${bytes(known.offset)} of ${bytes(known.size)} are here`
            : age(draft.created_at)}
        </span>
      </p>
      <Button size="small" busy={busy} onClick={() => void discard()}>
        Throw away
      </Button>
    </li>
  )
}

function useKnown(draft: Draft): Known | undefined {
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    call(getUpload, { params: { id: uploadId(draft.upload_url) } }).then(
      ({ file_name: name, file_size: size, offset }) => setKnown({ name, size, offset }),
      () => undefined,
    )
  }, [draft.upload_url])
  return known
}
