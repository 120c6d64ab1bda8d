/** The interface text of the tag page. */
export const tagMessages = {
  name: (tag: string) => `#${tag}`,
  description: (tag: string) => `Videos tagged #${tag}, newest first.`,
  none: 'No videos with this tag',
  noneText: 'Try a search, or be the first to use this tag.',
  search: 'Search instead',
}
