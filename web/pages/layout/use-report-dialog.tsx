import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ReportTarget } from '#web/features/reports/report-dialog.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyReportDialog = lazy(retryWhenOnline(() => import('#web/features/reports/report-dialog.tsx')))

/** The report dialog of a page: how to open it, and the dialog to put at the page's end. Nothing of it is loaded before. */
export function useReportDialog(
  signedIn: boolean,
): [open: (reported: ReportTarget) => void, dialog: ReactNode] {
  const [reported, setReported] = useState<ReportTarget>()
  const dialog = reported && (
    <Suspense>
      <LazyReportDialog {...reported} signedIn={signedIn} onClose={() => setReported(undefined)} />
    </Suspense>
  )
  return [setReported, dialog]
}
