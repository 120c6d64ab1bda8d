import { Share2 } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/share.ts'

/** Copies the link of a page of this site. */
export function ShareButton({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href)
      notify.good(words.copied, words.copiedText)
    } catch {
      notify.bad(words.failed)
    }
  }
  return (
    <Button className="needs-js" onClick={() => void copy()}>
      <Share2 aria-hidden="true" /> {words.share}
    </Button>
  )
}
