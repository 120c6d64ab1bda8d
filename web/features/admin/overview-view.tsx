import type { SiteOverview } from '#contract/admin/overview.ts'
import { adminOverviewMessages } from '#web/messages/admin/overview.ts'
import { formatNumber } from '#i18n/formats.ts'

export function OverviewView({ overview }: { overview: SiteOverview }) {
  const { version, cases } = overview
  return (
    <>
      <header>
        <h1 className="text-40">{adminOverviewMessages.title}</h1>
        <p className="text-quiet">{adminOverviewMessages.version({ version })}</p>
      </header>
      <dl className="admin-tiles">
        <Tile label={adminOverviewMessages.cases}>{formatNumber(cases.open)}</Tile>
        <Tile label={adminOverviewMessages.overdueCases}>{formatNumber(cases.overdue)}</Tile>
      </dl>
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
