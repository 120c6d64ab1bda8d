import { defineMessages } from '#i18n/define-messages.ts'

/** Errors about playlists. Part of error-table.ts. */
export const playlistErrors = defineMessages(
  'errors/playlist',
  {
    playlist_not_found: {
      status: 404,
      title: 'Not found',
      detail: 'That playlist doesn’t exist (or was removed)',
    },
    playlist_full: {
      status: 409,
      title: 'Playlist full',
      detail: 'A playlist can hold at most 500 videos. Remove some videos, or start another playlist.',
    },
    too_many_playlists: {
      status: 409,
      title: 'Too many playlists',
      detail: 'You already have 200 playlists. Delete one before you create another.',
    },
    watch_later_fixed: {
      status: 409,
      title: 'Can’t change Watch later',
      detail: 'Watch later is always private. You can’t rename, share or delete it.',
    },
    playlist_title_held: {
      status: 422,
      title: 'Please change the title',
      detail: 'The title of a playlist can’t contain contact details, links or personal information.',
      field: 'title',
    },
    playlist_description_held: {
      status: 422,
      title: 'Please change the description',
      detail: 'The description of a playlist can’t contain contact details, links or personal information.',
      field: 'description',
    },
  } as const,
  ['field', 'when'],
)
