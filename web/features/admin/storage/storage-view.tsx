import { Form } from 'react-router'
import { formatNumber } from '#i18n/formats.ts'
import type { StorageOverview } from '#contract/admin/storage.ts'
import { adminStorageMessages } from '#web/messages/admin/storage.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { IntegrityCheckSection } from './integrity-check-section.tsx'
import { LargestUsersSection } from './largest-users-section.tsx'

export function StorageView({ overview }: { overview: StorageOverview }) {
  const { disk, last_backup, database_bytes, captions_bytes, check } = overview
  return (
    <>
      <header>
        <h1 className="text-40">{adminStorageMessages.title}</h1>
        <p className="text-quiet">{adminStorageMessages.description}</p>
      </header>
      <dl className="admin-tiles">
        <Tile label={adminStorageMessages.disk}>
          {disk
            ? adminStorageMessages.diskOf({
                free: formatBytes(disk.free_bytes),
                total: formatBytes(disk.total_bytes),
              })
            : adminStorageMessages.diskUnknown}
        </Tile>
        <Tile label={adminStorageMessages.database}>{formatBytes(database_bytes)}</Tile>
        <Tile label={adminStorageMessages.captions}>{formatBytes(captions_bytes)}</Tile>
        <Tile label={adminStorageMessages.backup}>
          {last_backup
            ? `${formatBytes(last_backup.bytes)}, ${formatDateTimeUtc(last_backup.finished_at)}`
            : adminStorageMessages.noBackup}
        </Tile>
      </dl>
      <FilesByKind overview={overview} />
      <LargestUsersSection overview={overview} />
      <IntegrityCheckSection check={check} />
    </>
  )
}

function Tile({ label, children }: { label: string; children: string }) {
  return (
    <div className="admin-tile">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function FilesByKind({ overview }: { overview: StorageOverview }) {
  const { files, measured_at, is_measuring } = overview
  const { byKind, kind, files: filesLabel, size, kinds } = adminStorageMessages
  return (
    <section className="admin-box" aria-labelledby="files-by-kind">
      <h2 id="files-by-kind" className="text-21">
        {byKind}
      </h2>
      <output className="block text-quiet">
        {is_measuring
          ? adminStorageMessages.isMeasuring
          : measured_at
            ? adminStorageMessages.measuredAt({ when: formatDateTimeUtc(measured_at) })
            : adminStorageMessages.notMeasured}
      </output>
      {files.length > 0 && (
        <table className="admin-count-table">
          <thead>
            <tr>
              {[kind, filesLabel, size].map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {files.map((total) => (
              <tr key={total.kind}>
                <th scope="row">{kinds[total.kind]}</th>
                <td>{formatNumber(total.files)}</td>
                <td>{formatBytes(total.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Form method="post" preventScrollReset>
        <Button type="submit" name="intent" value="measure" busy={is_measuring}>
          {adminStorageMessages.measure}
        </Button>
      </Form>
    </section>
  )
}
