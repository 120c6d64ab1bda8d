import { Copy, ExternalLink } from 'lucide-react'
import { type FocusEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { clock } from '#web/ui/clock.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/share-sheet.ts'

interface Props {
  path: string
  title: string
  embedPath: string | null
  second: number
  copyLink: (link: string) => Promise<void>
  onClose: () => void
}

/** Every other way to hand a video on. */
export default function ShareSheet({ path, title, embedPath, second, copyLink, onClose }: Props) {
  const [fromHere, setFromHere] = useState(false)
  const at = fromHere ? `?t=${second}` : ''
  const link = new URL(path + at, location.origin).href
  return (
    <Dialog open onClose={onClose} title={words.title}>
      <div className="grid gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <Field label={words.link} value={link} readOnly onFocus={selectAll} />
          <CopyButton label={words.copyLink} onPress={() => void copyLink(link)} />
        </div>
        {second > 0 && (
          <Checkbox
            label={words.startAt(clock(second))}
            checked={fromHere}
            onChange={(event) => setFromHere(event.target.checked)}
          />
        )}
        {embedPath && <EmbedCode title={title} path={embedPath + at} />}
        {'share' in navigator && (
          <Button className="justify-self-start" onClick={() => void shareBy(title, link)}>
            <ExternalLink aria-hidden="true" /> {words.byApp}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function EmbedCode({ title, path }: Pick<Props, 'title' | 'path'>) {
  const code = embedCode(title, new URL(path, location.origin).href)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextArea label={words.embed} value={code} rows={3} readOnly onFocus={selectAll} />
      <CopyButton label={words.copyEmbed} onPress={() => void copyCode(code)} />
    </div>
  )
}

function CopyButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    // As tall as the field beside it.
    <Button style={{ minHeight: 50 }} aria-label={label} onClick={onPress}>
      <Copy aria-hidden="true" /> {words.copy}
    </Button>
  )
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    notify.good(words.codeCopied)
  } catch {
    notify.bad(words.failed)
  }
}

function selectAll(event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
  event.currentTarget.select()
}

/** Whoever closes the system's sheet has changed their mind: no error. */
async function shareBy(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {})
}

function embedCode(title: string, src: string): string {
  const name = title.replace(/[&"<>]/g, (letter) => `&#${letter.codePointAt(0)};`)
  return `<iframe src="${src}" title="${name}" width="640" height="360" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`
}
