import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import type { DataExport } from '#contract/privacy/data-export.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { dataAndDevicesMessages } from '#web/messages/dashboard/data-and-devices.ts'

const pollIntervalMs = 3000

/** Requests a copy of the account's data, shows the progress, and offers the finished copy for download. */
export function DataExportCard({ copy }: { copy: DataExport | null }) {
  const busy = useNavigation().formData?.get('intent') === 'export'
  const isWaiting = copy !== null && copy.url === null
  useExportPolling(isWaiting)
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{dataAndDevicesMessages.copyText}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> is meant for form results */}
      <div role="status" className="mt-3">
        {isWaiting && <p>{dataAndDevicesMessages.waiting}</p>}
        {copy?.url && copy.expires_at && (
          <p>
            {dataAndDevicesMessages.ready} {dataAndDevicesMessages.until}{' '}
            <time dateTime={copy.expires_at}>{formatDateTimeUtc(copy.expires_at)}</time>.
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {copy?.url && (
          <a href={copy.url} download className={getButtonClassName({ variant: 'primary' })}>
            <Download aria-hidden="true" />{' '}
            {dataAndDevicesMessages.download({ size: formatBytes(copy.bytes ?? 0) })}
          </a>
        )}
        {!isWaiting && (
          <Form method="post">
            <Button
              type="submit"
              name="intent"
              value="export"
              variant={copy ? 'quiet' : 'primary'}
              busy={busy}
            >
              {copy ? dataAndDevicesMessages.askAgain : dataAndDevicesMessages.ask}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}

/** Polls the status of the data export until the file is ready. */
function useExportPolling(isWaiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
