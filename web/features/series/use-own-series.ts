import { useEffect, useState } from 'react'
import { listOwnSeries, type OwnSeries } from '#contract/content/series.ts'
import { seriesLimits } from '#contract/content/episode-numbers.ts'
import { callApi } from '#web/api/api-client.ts'

/** Loads the creator's series. `series` is null until the creator's series have been loaded. */
export function useOwnSeries() {
  const [series, setSeries] = useState<OwnSeries[] | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const show = (loaded: OwnSeries[] | null) => {
    setHasFailed(loaded === null)
    if (loaded) setSeries(loaded)
  }
  useEffect(() => {
    let isGone = false
    const load = async () => {
      const loaded = await fetchOwnSeries()
      if (isGone) return
      setHasFailed(loaded === null)
      setSeries(loaded)
    }
    void load()
    return () => void (isGone = true)
  }, [])
  return {
    series,
    hasFailed,
    reload: async () => show(await fetchOwnSeries()),
    add: (created: OwnSeries) => setSeries((before) => [created, ...(before ?? [])]),
  }
}

/** Returns null if the creator's series cannot be loaded. */
async function fetchOwnSeries(): Promise<OwnSeries[] | null> {
  try {
    return (await callApi(listOwnSeries, { query: { limit: seriesLimits.perUser } })).items
  } catch {
    return null
  }
}
