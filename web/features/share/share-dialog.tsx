import { Copy, ExternalLink } from 'lucide-react'
import { type FocusEvent, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { formatDuration } from '#web/ui/formatting/format-duration.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField, TextAreaField } from '#web/ui/forms/text-field.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { shareDialogMessages } from '#web/messages/watch/share-dialog.ts'

interface Props {
  path: string
  title: string
  embedPath: string | null
  second: number
  copyLink: (link: string) => Promise<void>
  onClose: () => void
}

/**
 * Offers several ways to share a video: a link with a start time, the system's share sheet, and the embed
 * code.
 */
export default function ShareDialog({ path, title, embedPath, second, copyLink, onClose }: Props) {
  const [fromHere, setFromHere] = useState(false)
  const at = fromHere ? `?t=${second}` : ''
  const link = new URL(path + at, location.origin).href
  return (
    <Dialog open onClose={onClose} title={shareDialogMessages.title}>
      <div className="grid gap-4">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
          <TextField label={shareDialogMessages.link} value={link} readOnly onFocus={selectAll} />
          <CopyButton label={shareDialogMessages.copyLink} onPress={() => void copyLink(link)} />
        </div>
        {second > 0 && (
          <Checkbox
            label={shareDialogMessages.startAt({ clock: formatDuration(second) })}
            checked={fromHere}
            onChange={(event) => setFromHere(event.target.checked)}
          />
        )}
        {embedPath && <EmbedCode title={title} path={embedPath + at} />}
        {'share' in navigator && (
          <Button className="justify-self-start" onClick={() => void openShareSheet(title, link)}>
            <ExternalLink aria-hidden="true" /> {shareDialogMessages.byApp}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function EmbedCode({ title, path }: Pick<Props, 'title' | 'path'>) {
  const code = buildEmbedCode(title, new URL(path, location.origin).href)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <TextAreaField label={shareDialogMessages.embed} value={code} rows={3} readOnly onFocus={selectAll} />
      <CopyButton label={shareDialogMessages.copyEmbed} onPress={() => void copyCode(code)} />
    </div>
  )
}

function CopyButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    // The copy button has the same height as the text field next to it.
    <Button style={{ minHeight: 50 }} aria-label={label} onClick={onPress}>
      <Copy aria-hidden="true" /> {shareDialogMessages.copy}
    </Button>
  )
}

async function copyCode(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(code)
    showToast.success(shareDialogMessages.codeCopied)
  } catch {
    showToast.error(shareDialogMessages.failed)
  }
}

function selectAll(event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) {
  event.currentTarget.select()
}

/** Opens the system's share sheet for the link. Closing the share sheet without sharing is not an error. */
async function openShareSheet(title: string, url: string): Promise<void> {
  await navigator.share({ title, url }).catch(() => {})
}

function buildEmbedCode(title: string, src: string): string {
  const name = title.replace(/[&"<>]/g, (character) => `&#${character.codePointAt(0)};`)
  return `<iframe src="${src}" title="${name}" width="640" height="360" style="border:0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`
}
