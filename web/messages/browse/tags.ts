import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the tag page. */
export const tagMessages = defineMessages('browse/tags', {
  name: message<{ tag: string }>('#{tag}'),
  description: message<{ tag: string }>('Videos tagged #{tag}, newest first.'),
  none: 'No videos with this tag',
  noneText: 'Try a search, or be the first to use this tag.',
  search: 'Search instead',
})
