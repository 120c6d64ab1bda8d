import { index, route, type RouteConfig } from '@react-router/dev/routes'

/** The table of pages (specification, section 2). Category pages share one file; the ids keep them apart. */
export default [
  index('pages/home.tsx'),
  ...['music', 'shows', 'stories', 'movies', 'tv-shows', 'talent', 'challenges', 'live', 'browse'].map(
    (name) => route(name, 'pages/category.tsx', { id: `category-${name}` }),
  ),
  route('search', 'pages/search.tsx'),
  route('charts', 'pages/charts.tsx'),
  route('genre/:genreName', 'pages/genre.tsx', { id: 'genre' }),
  route('browse/genre', 'pages/genre.tsx', { id: 'browse-genre' }),
  route('watch/:id', 'pages/watch.tsx'),
  route('embed/:playbackId', 'pages/embed.tsx'),
  route('creator/:username', 'pages/creator.tsx', { id: 'creator-by-username' }),
  route('creator/id/:id', 'pages/creator.tsx', { id: 'creator-by-id' }),

  route('create/:type?', 'pages/create.tsx', { id: 'create' }),
  route('upload', 'pages/create.tsx', { id: 'upload' }),
  route('dashboard', 'pages/dashboard.tsx'),
  route('dashboard/data', 'pages/data.tsx'),
  route('followers', 'pages/followers.tsx'),
  route('notifications', 'pages/notifications.tsx'),
  route('time', 'pages/time.tsx'),
  route('dashboard/edit/:id', 'pages/edit.tsx'),
  route('statements', 'pages/statements.tsx'),
  route('statements/:id', 'pages/statement.tsx'),
  route('mod', 'pages/mod.tsx'),
  route('mod/cases/:id', 'pages/mod-case.tsx'),

  route('login', 'pages/login.tsx'),
  route('login/link', 'pages/sign-in-link.tsx'),
  route('signup', 'pages/signup.tsx'),
  route('welcome', 'pages/welcome.tsx'),
  route('forgot-password', 'pages/forgot-password.tsx'),
  route('reset-password', 'pages/reset-password.tsx'),
  route('sign-out', 'pages/sign-out.tsx'),

  route('about', 'pages/about.tsx'),
  route('careers', 'pages/careers.tsx'),
  route('press', 'pages/press.tsx'),
  route('help', 'pages/help.tsx'),
  route('safety', 'pages/safety.tsx'),
  route('reports', 'pages/reports.tsx'),
  route('notice', 'pages/notice.tsx'),
  route('transparency', 'pages/transparency.tsx'),
  route('contact', 'pages/contact.tsx'),
  route('dmca', 'pages/dmca.tsx'),
  route('cookies', 'pages/cookies.tsx'),
  route('terms', 'pages/terms.tsx'),
  route('privacy', 'pages/privacy.tsx'),

  route('api/docs', 'pages/api-docs.tsx'),
  route('dev/mail', 'pages/mailbox.tsx'),
  route('manifest.webmanifest', 'pages/manifest.ts'),

  route('*', 'pages/anywhere.tsx'),
] satisfies RouteConfig
