import { Copy } from 'lucide-react'
import { encoderSetupMessages } from '#web/messages/upload/encoders.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'

/** Copies text that the member has to enter in an encoder. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast.success(encoderSetupMessages.copied),
      () => showToast.error(encoderSetupMessages.copyFailed),
    )
  return (
    <Button size="small" onClick={() => void copy()}>
      <Copy aria-hidden="true" /> {children}
    </Button>
  )
}
