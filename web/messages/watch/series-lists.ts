import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text for rows of series. If this text were in `series.ts`, all other text in `series.ts`
 * would become part of the scripts that most pages share.
 */
export const seriesListMessages = defineMessages('watch/series-lists', {
  list: 'Series',
  seasonsAndEpisodes: message<{ seasons: number; episodes: number }>(
    '{seasons, plural, one {# season} other {# seasons}} · {episodes, plural, one {# episode} other {# episodes}}',
  ),
})
