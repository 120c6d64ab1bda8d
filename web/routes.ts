import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/**
 * The routes that section 2 of the specification lists. All category pages use the same route module. The
 * route id of a category page identifies the category.
 */
export default [
  index('pages/home/home-page.tsx'),
  ...['music', 'shows', 'stories', 'movies', 'tv-shows', 'talent', 'challenges', 'live', 'browse'].map(
    (name) => route(name, 'pages/browse/category-page.tsx', { id: `category-${name}` }),
  ),
  route('all/:list/:row?', 'pages/browse/all-videos-page.tsx'),
  route('tag/:tag', 'pages/browse/tag-page.tsx'),
  route('following', 'pages/browse/following-page.tsx'),
  route('search', 'pages/search/search-page.tsx'),
  route('charts', 'pages/browse/charts-page.tsx'),
  route('genre/:genreName', 'pages/browse/genre-page.tsx', { id: 'genre' }),
  route('browse/genre', 'pages/browse/genre-page.tsx', { id: 'browse-genre' }),
  route('watch/:id', 'pages/watch/watch-page.tsx'),
  route('embed/:playbackId', 'pages/watch/embed-page.tsx'),
  route('playlists', 'pages/playlists/playlists-page.tsx'),
  route('playlist/:id', 'pages/playlists/playlist-page.tsx'),
  route('series/:id', 'pages/series/series-page.tsx'),
  route('creator/:username', 'pages/people/creator-page.tsx', { id: 'creator-by-username' }),
  route('creator/id/:id', 'pages/people/creator-page.tsx', { id: 'creator-by-id' }),

  route('create/broadcast', 'pages/broadcast/go-live-page.tsx'),
  route('create/:type?', 'pages/upload/upload-page.tsx', { id: 'create' }),
  route('upload', 'pages/upload/upload-page.tsx', { id: 'upload' }),
  route('dashboard', 'pages/dashboard/dashboard-page.tsx'),
  route('dashboard/data', 'pages/dashboard/data-and-devices-page.tsx'),
  route('dashboard/sign-in', 'pages/dashboard/sign-in-settings-page.tsx'),
  route('followers', 'pages/people/followers-page.tsx'),
  route('notifications', 'pages/dashboard/notifications-page.tsx'),
  route('unsubscribe/:token', 'pages/dashboard/unsubscribe-page.tsx'),
  route('offline', 'pages/home/offline-page.tsx'),
  route('time', 'pages/dashboard/watch-time-page.tsx'),
  route('history', 'pages/history/history-page.tsx'),
  route('dashboard/analytics', 'pages/analytics/analytics-page.tsx'),
  route('dashboard/analytics/:id', 'pages/analytics/video-analytics-page.tsx'),
  route('dashboard/edit/:id', 'pages/upload/edit-video-page.tsx'),
  route('dashboard/edit/:id/captions/:language', 'pages/upload/caption-editor-page.tsx'),
  route('statements', 'pages/moderation/statement-of-reasons-list-page.tsx'),
  route('statements/:id', 'pages/moderation/statement-of-reasons-page.tsx'),
  route('mod', 'pages/moderation/moderation-queue-page.tsx'),
  route('mod/cases/:id', 'pages/moderation/moderation-case-page.tsx'),
  route('mod/figures', 'pages/moderation/site-metrics-page.tsx'),
  route('mod/playback-quality', 'pages/moderation/playback-quality-page.tsx'),

  layout('pages/admin/admin-layout.tsx', [
    route('admin', 'pages/admin/overview-page.tsx'),
    route('admin/settings', 'pages/admin/settings-page.tsx'),
    route('admin/invitations', 'pages/admin/invitations-page.tsx'),
  ]),

  route('login', 'pages/account/sign-in-page.tsx'),
  route('login/link', 'pages/account/sign-in-link-page.tsx'),
  route('confirm-email', 'pages/account/confirm-email-page.tsx'),
  route('login/code', 'pages/account/two-factor-page.tsx'),
  route('signup', 'pages/account/sign-up-page.tsx', { id: 'sign-up' }),
  // The address of invitation links
  route('join', 'pages/account/sign-up-page.tsx', { id: 'join' }),
  route('welcome', 'pages/account/complete-social-sign-up-page.tsx'),
  route('forgot-password', 'pages/account/forgot-password-page.tsx'),
  route('reset-password', 'pages/account/reset-password-page.tsx'),
  route('sign-out', 'pages/account/sign-out-route.tsx'),
  route('language', 'pages/account/language-route.tsx'),

  route('about', 'pages/company/about-page.tsx'),
  route('careers', 'pages/company/careers-page.tsx'),
  route('press', 'pages/company/press-page.tsx'),
  route('help', 'pages/help/help-page.tsx'),
  route('safety', 'pages/safety/safety-center-page.tsx'),
  route('reports', 'pages/safety/my-reports-page.tsx'),
  route('notice', 'pages/safety/intimate-image-notice-page.tsx'),
  route('transparency', 'pages/safety/transparency-page.tsx'),
  route('contact', 'pages/company/contact-page.tsx'),
  route('dmca', 'pages/legal/dmca-page.tsx'),
  route('cookies', 'pages/legal/cookie-policy-page.tsx'),
  route('terms', 'pages/legal/terms-page.tsx'),
  route('privacy', 'pages/legal/privacy-page.tsx'),

  route('api/docs', 'pages/developer/api-docs/api-docs-page.tsx'),
  route('dev/mail', 'pages/developer/dev-mailbox-page.tsx'),
  route('manifest.webmanifest', 'pages/layout/web-app-manifest.ts'),

  route('*', 'pages/home/not-found-page.tsx'),
] satisfies RouteConfig
