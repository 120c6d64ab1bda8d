/** Ad settings on the page that edits a published video. */
export const adSettingsMessages = {
  title: 'Ads',
  who: 'Only signed-in people of 18 and over are shown ads. Everybody else sees your video without any.',
  on: 'Show ads with this video',
  tag: 'Ad tag',
  tagHint:
    'The https:// address of your ad server’s VAST document. The viewer’s browser asks it, we never do.',
  breaks: 'Ad breaks',
  breaksHint: 'When ads may come, parted by commas: 0:00 is before the video, then 1:30 and so on.',
}
