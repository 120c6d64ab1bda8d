/** The limits on series, and the highest season and episode numbers. */
export const seriesLimits = { perUser: 100, episodes: 1000, maxSeason: 99, maxEpisode: 999 }

/** The value of the series field in a form while the creator is still creating a new series. */
export const newSeriesPlaceholderId = 'new'

export interface EpisodeNumber {
  season: number
  episode: number
}

/**
 * Returns the suggested number for the next episode of `season`, which defaults to the last season.
 * `lastNumbers` contains the number of the last episode of each season.
 */
export function getNextEpisodeNumber(
  lastNumbers: readonly EpisodeNumber[],
  season = Math.max(1, ...lastNumbers.map((last) => last.season)),
): EpisodeNumber {
  const last = lastNumbers.find((one) => one.season === season)?.episode ?? 0
  if (last < seriesLimits.maxEpisode) return { season, episode: last + 1 }
  return season < seriesLimits.maxSeason
    ? getNextEpisodeNumber(lastNumbers, season + 1)
    : { season, episode: last }
}
