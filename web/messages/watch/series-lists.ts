import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of rows of series. It is not in `series.ts`, whose other text would then become a part of the
 * scripts that most pages share.
 */
export const seriesListMessages = defineMessages('watch/series-lists', {
  list: 'Series',
  seasonsAndEpisodes: message<{ seasons: number; episodes: number }>(
    '{seasons, plural, one {# season} other {# seasons}} · {episodes, plural, one {# episode} other {# episodes}}',
  ),
})
