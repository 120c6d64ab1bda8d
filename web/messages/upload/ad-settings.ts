import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text of the ad settings on the "Edit your video" page. */
export const adSettingsMessages = defineMessages('upload/ad-settings', {
  title: 'Ads',
  who: 'Ads are shown only to signed-in viewers aged 18 and over. Everyone else sees your video without ads.',
  on: 'Show ads with this video',
  tag: 'Ad tag',
  tagHint:
    'The https:// address of your ad server’s VAST document. Viewers’ browsers load it directly; our server never does.',
  breaks: 'Ad breaks',
  breaksHint:
    'The times when ads can play, separated by commas. For example: 0:00 (before the video), 1:30, 4:00.',
})
