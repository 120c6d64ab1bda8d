/**
 * The interface text of rows of series. It is not in `series.ts`, whose other text would then become a part of the
 * scripts that most pages share.
 */
export const seriesListMessages = {
  list: 'Series',
  seasonsAndEpisodes: (seasons: number, episodes: number) =>
    `${seasons === 1 ? '1 season' : `${seasons} seasons`} · ${episodes === 1 ? '1 episode' : `${episodes} episodes`}`,
}
