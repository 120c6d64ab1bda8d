import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about series. Part of error-table.ts. */
export const seriesErrors = defineMessages(
  'errors/series',
  {
    series_not_found: {
      status: 404,
      title: 'Not found',
      detail: 'That series doesn’t exist (or was removed)',
    },
    too_many_series: {
      status: 409,
      title: 'Too many series',
      detail: 'You already have 100 series. Delete one before you create another.',
      field: 'series',
    },
    series_full: {
      status: 409,
      title: 'Series full',
      detail: 'A series can have at most 1,000 episodes. Remove an episode, or start another series.',
      field: 'series',
    },
    own_series: {
      status: 422,
      title: 'Your series',
      detail: 'You don’t get notifications about your own series.',
    },
    series_not_created: {
      status: 422,
      title: 'Create the series first',
      detail: 'Press “Create series”, or choose another series.',
      field: 'series',
    },
    not_a_show: {
      status: 422,
      title: 'Not a show',
      detail: 'Only shows can be part of a series.',
      field: 'series',
    },
    season_invalid: {
      status: 422,
      title: 'Check the season number',
      detail: 'Use a season number from 1 to 99.',
      field: 'season',
    },
    episode_invalid: {
      status: 422,
      title: 'Check the episode number',
      detail: 'Use an episode number from 1 to 999.',
      field: 'episode',
    },
    episode_number_taken: {
      status: 422,
      title: 'Episode number taken',
      detail: 'Season {season}, episode {episode} is already “{title}”. Choose another number.',
      field: 'episode',
    },
    series_title_held: {
      status: 422,
      title: 'Please change the title',
      detail: 'The title of a series can’t contain contact details, links or personal information.',
      field: 'title',
    },
    series_description_held: {
      status: 422,
      title: 'Please change the description',
      detail: 'The description of a series can’t contain contact details, links or personal information.',
      field: 'description',
    },
  } as const,
  ['field', 'when'],
)
