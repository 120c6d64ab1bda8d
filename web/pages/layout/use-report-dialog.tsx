import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ReportTarget } from '#web/features/reports/report-dialog.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyReportDialog = lazy(retryWhenOnline(() => import('#web/features/reports/report-dialog.tsx')))

/**
 * Returns a function that opens the report dialog, and the dialog element itself. The page must render the
 * dialog after all other content. The dialog's code is loaded when the dialog is first opened.
 */
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
