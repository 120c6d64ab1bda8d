import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Content } from '#contract/content.ts'
import { whenOnline } from '#web/ui/when-online.ts'

const DetailsDialog = lazy(whenOnline(() => import('#web/features/details-dialog/details-dialog.tsx')))

/** The details dialog of a page's cards: how to open it, and the dialog to put at the page's end. */
export function useDetails(): [open: (item: Content) => void, dialog: ReactNode] {
  const [item, setItem] = useState<Content>()
  const { revalidate } = useRevalidator()
  const close = () => setItem(undefined)
  const deleted = () => {
    close()
    // The card whose button opened the dialog is about to go.
    document.getElementById('main')?.focus({ preventScroll: true })
    void revalidate()
  }
  const dialog = item && (
    <Suspense>
      <DetailsDialog key={item.id} item={item} onClose={close} onDeleted={deleted} />
    </Suspense>
  )
  return [setItem, dialog]
}
