import { useEffect, useState } from 'react'
import { listOwnSeries, type OwnSeries } from '#contract/content/series.ts'
import { seriesLimits } from '#contract/content/series-numbers.ts'
import { callApi } from '#web/api/api-client.ts'

/** Loads the creator's series. `series` is null until they are loaded. */
export function useOwnSeries() {
  const [series, setSeries] = useState<OwnSeries[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isGone = false
    callApi(listOwnSeries, { query: { limit: seriesLimits.perUser } }).then(
      ({ items }) => {
        if (isGone) return
        setSeries(items)
        setHasFailed(false)
      },
      () => !isGone && setHasFailed(true),
    )
    return () => void (isGone = true)
  }, [attempt])
  return {
    series,
    hasFailed,
    reload: () => setAttempt((before) => before + 1),
    add: (created: OwnSeries) => setSeries((before) => [created, ...(before ?? [])]),
  }
}
