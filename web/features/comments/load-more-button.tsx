import { useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/controls/button.tsx'

/** A button that loads more comments or replies and is marked as busy while they are loading. */
export function LoadMoreButton({ load, ...props }: ButtonProps & { load: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const loadMore = async () => {
    setBusy(true)
    await load()
    setBusy(false)
  }
  return <Button {...props} busy={busy} onClick={() => void loadMore()} />
}
