import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Reported } from '#web/features/report/report-dialog.tsx'
import { whenOnline } from '#web/ui/when-online.ts'

const ReportDialog = lazy(whenOnline(() => import('#web/features/report/report-dialog.tsx')))

/** The report dialog of a page: how to open it, and the dialog to put at the page's end. Nothing of it is loaded before. */
export function useReport(signedIn: boolean): [open: (reported: Reported) => void, dialog: ReactNode] {
  const [reported, setReported] = useState<Reported>()
  const dialog = reported && (
    <Suspense>
      <ReportDialog {...reported} signedIn={signedIn} onClose={() => setReported(undefined)} />
    </Suspense>
  )
  return [setReported, dialog]
}
