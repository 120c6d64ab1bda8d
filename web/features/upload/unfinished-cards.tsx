import { Play, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { deleteContent } from '#contract/content.ts'
import { call } from '#web/api/call.ts'
import { age } from '#web/ui/age.ts'
import { Button } from '#web/ui/button.tsx'
import { bytes } from '#web/ui/bytes.ts'
import { words } from '#web/words/upload.ts'
import { type Draft, stateOf, type Unfinished } from './drafts.ts'
import { letGo } from './let-go.ts'

interface Props {
  drafts: Draft[]
  /** What it needs waits on this device: it can go on at once. */
  onGoOn: (unfinished: Unfinished & { kept: File }) => void
  /** One was thrown away. */
  onGone: () => void
}

/** Uploads that stopped half-way, wherever they began. */
export function UnfinishedCards({ drafts, ...on }: Props) {
  if (!drafts.length) return null
  return (
    <section aria-labelledby="unfinished" className="rounded-[22px] border border-line bg-raised p-4 sm:p-6">
      <h2 id="unfinished" className="text-21">
        {drafts.length === 1 ? words.unfinished.one : words.unfinished.several}
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {drafts.map((draft) => (
          <Card key={draft.id} draft={draft} {...on} />
        ))}
      </ul>
    </section>
  )
}

function Card({ draft, onGoOn, onGone }: Omit<Props, 'drafts'> & { draft: Draft }) {
  const state = useStateOf(draft)
  const [busy, setBusy] = useState(false)
  const kept = state?.kept
  const discard = async () => {
    setBusy(true)
    await call(deleteContent, { params: { id: draft.id } }).catch(() => undefined)
    letGo(draft.id)
    onGone()
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
        <strong className="block truncate">{draft.title}</strong>
        <span className="block text-15 break-all text-quiet" suppressHydrationWarning>
          {state
            ? words.unfinished.amount(state.name, bytes(state.offset), bytes(state.size))
            : age(draft.created_at)}
        </span>
        <span className="text-15 font-semibold">{kept ? words.unfinished.here : words.unfinished.pick}</span>
      </p>
      <span className="flex flex-wrap gap-2">
        {kept && (
          <Button variant="primary" size="small" onClick={() => onGoOn({ ...state, kept })}>
            <Play aria-hidden="true" /> {words.unfinished.goOn}
          </Button>
        )}
        <Button size="small" busy={busy} onClick={() => void discard()}>
          {words.unfinished.discard}
        </Button>
      </span>
    </li>
  )
}

function useStateOf(draft: Draft): Unfinished | null {
  const [state, setState] = useState<Unfinished | null>(null)
  useEffect(() => {
    let left = false
    void stateOf(draft).then((found) => left || setState(found))
    return () => {
      left = true
    }
  }, [draft])
  return state
}
