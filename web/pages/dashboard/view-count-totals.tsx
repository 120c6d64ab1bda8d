import { formatNumber } from '#i18n/formats.ts'
import { Link } from 'react-router'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getOwnViewCounts } from '#contract/engagement/views.ts'
import { analyticsMessages } from '#web/messages/dashboard/analytics.ts'
import { dashboardMessages } from '#web/messages/dashboard/dashboard.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'

/**
 * Shows how many views the user's own videos have received from other people. Only the user can see these
 * totals.
 */
export function ViewCountTotals({ spans }: { spans: ResponseOf<typeof getOwnViewCounts>['spans'] }) {
  return (
    <section aria-labelledby="views" className="flex flex-col gap-3">
      <h2 id="views" className="text-40">
        {dashboardMessages.views}
      </h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {spans.map(({ days, views }) => (
          <div key={days} className="flex flex-col-reverse">
            <dt className="text-15 text-quiet">{dashboardMessages.viewsOver({ days })}</dt>
            <dd className="display text-28 tabular-nums">{formatNumber(views)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-15 text-quiet">{dashboardMessages.viewsText}</p>
      <p>
        <Link to={pagePaths.analytics} className={getButtonClassName({})}>
          {analyticsMessages.link}
        </Link>
      </p>
    </section>
  )
}
