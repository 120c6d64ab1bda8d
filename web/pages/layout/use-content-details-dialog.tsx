import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyContentDetailsDialog = lazy(
  retryWhenOnline(() => import('#web/features/content/content-details-dialog.tsx')),
)

/**
 * Returns a function that opens the dialog with the details of a video, and the dialog element itself. The
 * page must render the dialog after all other content.
 */
export function useContentDetailsDialog(): [open: (item: Content) => void, dialog: ReactNode] {
  const [item, setItem] = useState<Content>()
  const { revalidate } = useRevalidator()
  const close = () => setItem(undefined)
  const deleted = () => {
    close()
    // The button that opened the dialog is about to disappear with its card, so move the focus to the page's
    // main content.
    document.getElementById('main')?.focus({ preventScroll: true })
    void revalidate()
  }
  const dialog = item && (
    <Suspense>
      <LazyContentDetailsDialog key={item.id} item={item} onClose={close} onDeleted={deleted} />
    </Suspense>
  )
  return [setItem, dialog]
}
