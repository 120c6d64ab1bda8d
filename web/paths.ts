import type { CategoryName } from '#contract/discovery/categories.ts'
import { categories, categoryNames } from '#contract/discovery/categories.ts'
import type { UploadType } from '#contract/content/content-types.ts'
import {
  percentEncodeNonAscii,
  isSafeRedirectPath,
  redirectPathMaxLength,
} from '#contract/accounts/redirect-path.ts'
import { consolePaths } from './console-paths.ts'
import { withQuery } from './with-query.ts'
import type { ContactSubjectSlug } from '#contract/contact/support.ts'

export type PeopleListName = 'requests' | 'followers' | 'following' | 'blocked' | 'muted'

/**
 * The actions that require an account. `who` is the username of the person that the visitor wants to follow.
 */
export type SignInPurpose = { for: 'like' | 'comment' } | { for: 'follow'; who?: string }

/**
 * This module builds the URLs of all pages. No other module builds page URLs. `routes.ts` maps each path to a
 * route module.
 */
/** The sections of the notification settings: the overview, and one section for each channel. */
export type NotificationSection = 'settings' | 'bell' | 'push' | 'email' | 'quiet-hours'

export const pagePaths = {
  home: '/',
  category: (name: CategoryName) => categories[name].path,
  /**
   * The URL of the page that lists all videos in one row of a category page. The URL contains the slug of the
   * row. A `cursor` selects a later page of the list.
   */
  categoryRow: (name: CategoryName, slug: string, cursor?: string) =>
    withQuery(`/all/${name}/${slug}`, cursor === undefined ? {} : { cursor }),
  /** The URL of the page that lists all new videos. */
  newVideos: (cursor?: string) => withQuery('/all/new', cursor === undefined ? {} : { cursor }),
  /** The URL of the page that lists all videos with a tag. */
  tag: (tag: string, cursor?: string) =>
    withQuery(`/tag/${encodeURIComponent(tag)}`, cursor === undefined ? {} : { cursor }),
  /** The URL of the page that lists the videos by the creators that the viewer follows. */
  following: (cursor?: string) => withQuery('/following', cursor === undefined ? {} : { cursor }),
  watch: (id: string) => `/watch/${id}`,
  /** The URL that plays a video from the given second. */
  watchAt: (id: string, second: number) => `/watch/${id}?t=${second}`,
  /**
   * The URL of a video that is played as part of a playlist (see playlist-queue-order.ts in
   * web/features/playlists).
   */
  watchInPlaylist: (id: string, query: string) => `/watch/${id}?${query}`,
  playlists: '/playlists',
  playlist: (id: string) => `/playlist/${id}`,
  /** The URL of the page of a series. If no season is given, the page shows the first season. */
  series: (id: string, page: { season?: number; cursor?: string } = {}) =>
    withQuery(`/series/${id}`, {
      ...(page.season !== undefined && { season: String(page.season) }),
      ...(page.cursor !== undefined && { cursor: page.cursor }),
    }),
  embed: (playbackId: string) => `/embed/${playbackId}`,
  uploadPage: (type?: UploadType) => (type ? `/create/${type}` : '/create'),
  /** The page on which a member goes live. */
  goLive: '/create/broadcast',
  uploadPageForType: (type: UploadType) => `/create?type=${type}`,
  creator: (username: string) => `/creator/${username}`,
  feed: (username: string, format: 'rss' | 'atom' | 'podcast') => `/feeds/${username}/${format}.xml`,
  creatorById: (userId: string) => `/creator/id/${userId}`,
  dashboard: '/dashboard',
  settings: '/dashboard#settings',
  dataAndDevices: '/dashboard/data',
  notifications: '/notifications',
  /** The URL of a section of the notification settings. */
  notificationSettings: (section: NotificationSection) => `/notifications#${section}`,
  /** The URL of a later page of the notifications. The cursor selects the page of notifications. */
  notificationsPage: (cursor: string) => `/notifications?${new URLSearchParams({ cursor })}`,
  statements: '/statements',
  /** The URL of a statement of reasons, or of the list of all statements if the id is unknown. */
  statement: (id: string | null) => (id ? `/statements/${id}` : '/statements'),
  moderationQueue: (only?: 'free' | 'mine' | 'appeals') => (only ? `/mod?only=${only}` : '/mod'),
  moderationQueuePage: (
    page: Partial<Record<'only' | 'flood' | 'cursor' | 'floods' | 'claims', string | undefined>>,
  ) => {
    const definedParams = Object.entries(page).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `/mod?${new URLSearchParams(definedParams)}`
  },
  moderationCase: (id: string) => `/mod/cases/${id}`,
  playbackQuality: (days?: '1' | '7') =>
    days === '7' ? '/mod/playback-quality?days=7' : '/mod/playback-quality',
  siteMetrics: (hours?: '3' | '24') => (hours === '24' ? '/mod/figures?hours=24' : '/mod/figures'),
  ...consolePaths,
  followers: '/followers',
  watchTime: '/time',
  offline: '/offline',
  /**
   * The URL of the watch history: the first page, a later page, a search, or the confirmation that precedes a
   * deletion.
   */
  history: (page: { q?: string; cursor?: string; confirm?: 'off' | 'clear' } = {}) =>
    withQuery('/history', Object.fromEntries(Object.entries(page).filter(([, value]) => value))),
  /**
   * The URL of a people list, for example the viewer's followers. A `cursor` selects a later page of the
   * list.
   */
  peopleList: (list: PeopleListName, cursor?: string) =>
    `/followers?${new URLSearchParams({ list, ...(cursor !== undefined && { cursor }) })}`,
  /** The URL at which the owner of a video can download it as an MP4 file. */
  downloadVideo: (id: string) => `/api/content/${id}/download`,
  editVideo: (id: string) => `/dashboard/edit/${id}`,
  replaceVideo: (id: string) => `/dashboard/edit/${id}#replace-video`,
  captionsOfVideo: (id: string) => `/dashboard/edit/${id}#captions`,
  /** The URL of the caption editor for a video. The language of the captions is given as a BCP 47 tag. */
  editCaptions: (id: string, language: string, isSdh: boolean) =>
    withQuery(`/dashboard/edit/${id}/captions/${language}`, isSdh ? { is_sdh: 'true' } : {}),
  rescheduleVideo: (id: string) => `/dashboard/edit/${id}#publication`,
  analytics: '/dashboard/analytics',
  videoAnalytics: (id: string) => `/dashboard/analytics/${id}`,
  /**
   * The URL of the sign-in page. The `for` parameter names the attempted action, so the sign-in page can
   * explain why the visitor must sign in.
   */
  signIn: (next?: string, purpose?: SignInPurpose) => withNextPath('/login', next, purpose),
  signUp: (next?: string) => withNextPath('/signup', next),
  adminSettings: '/admin/settings',
  adminInvitations: (cursor?: string) =>
    withQuery('/admin/invitations', cursor === undefined ? {} : { cursor }),
  signInLink: '/login/link',
  confirmEmail: '/confirm-email',
  homeAfterConfirmation: '/?confirmed=1',
  /**
   * The URL of the page for the two-factor step of signing in. Set `recovery` if the user wants to enter a
   * recovery code because they do not have their phone.
   */
  twoFactor: (next?: string, recovery = false) =>
    withQuery('/login/code', { ...(recovery && { way: 'recovery' }), ...(next && { next }) }),
  signInSettings: '/dashboard/sign-in',
  completeSocialSignUp: '/welcome',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  search: (query: string) => `/search?${new URLSearchParams({ q: query })}`,
  searchPage: '/search',
  genres: '/browse/genre',
  charts: '/charts',
  genre: (name: string) => `/genre/${encodeURIComponent(name.toLowerCase())}`,
  about: '/about',
  careers: '/careers',
  press: '/press',
  help: '/help',
  contact: '/contact',
  contactWithSubject: (subject: ContactSubjectSlug) => `/contact?subject=${subject}`,
  safety: '/safety',
  reports: '/reports',
  /** The URL of a later page of the list of the viewer's reports. The cursor selects the page of reports. */
  reportsPage: (cursor: string) => `/reports?${new URLSearchParams({ cursor })}`,
  intimateImageNotice: '/notice',
  safetyDefaults: '/safety#defaults',
  transparency: '/transparency',
  dmca: '/dmca',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  logo: (file: string) => `/logos/${file}`,
  browse: '/browse',
  signOut: '/sign-out',
  /** The URL to which the language forms are submitted. */
  language: '/language',
  oembed: (url: string) => `/oembed?${new URLSearchParams({ url, format: 'json' })}`,
  apiDocs: '/api/docs',
  openApi: '/api/openapi.json',
  devMailbox: '/dev/mail',
} as const

/**
 * Returns the category of a category page with this path, or undefined if the path belongs to another page.
 * The path `/browse` is another URL of the Movies page.
 */
export function findCategoryByPath(pathname: string): CategoryName | undefined {
  const path = pathname.replace(/\/$/, '')
  if (path === pagePaths.browse) return 'movies'
  return categoryNames.find((name) => categories[name].path === path)
}

/**
 * Returns true if the path belongs to a list page that the browser saves for offline use, provided that the
 * person has turned offline pages on.
 */
export function canSavePageOffline(pathname: string): boolean {
  return (
    findCategoryByPath(pathname) !== undefined ||
    isVideoListPath(pathname) ||
    /^\/(|charts|playlists|history|notifications|(genre|playlist|series|creator)\/.+)$/.test(pathname)
  )
}

/** Returns true if the path belongs to a page that consists of a single list of videos. */
export function isVideoListPath(pathname: string): boolean {
  return pathname.startsWith('/all/') || pathname.startsWith('/tag/') || pathname === '/following'
}

/**
 * Adds the `next` query parameter, which contains the path to which the user returns after signing in. If the
 * path exceeds the length limit (`RedirectPath` in the contract), it is left out, because the URL of a
 * redirect must fit into a header.
 */
/** Returns the path of a creator's page. Creators without a username have a page with their user id. */
export function creatorPath({ username, user_id }: { username: string | null; user_id: string }): string {
  return username ? pagePaths.creator(username) : pagePaths.creatorById(user_id)
}

function withNextPath(path: string, next: string | undefined, purpose?: SignInPurpose): string {
  const isIncluded = next && next !== '/' && next.length <= redirectPathMaxLength
  return withQuery(path, { ...(isIncluded && { next }), ...purpose })
}

/**
 * Returns the path to which the user is redirected after signing in. The path must be on this site, and must
 * not be the path of a sign-in page or of the API. Dangerous values such as `//evil`, `/\evil`,
 * `/a/..//evil`, `javascript:` and encoded variants are replaced with the path of the dashboard.
 */
export function sanitizeNextPath(
  next: string | null | undefined,
  fallback: string = pagePaths.dashboard,
): string {
  if (!next || !isSafeRedirectPath(next)) return fallback
  // eslint-disable-next-line no-control-regex -- matches control characters on purpose
  if (/[\\\u0000-\u001f\u007f]/.test(next) || /^\/(login|signup|api)(\/|\?|#|$)/.test(next)) return fallback
  const encoded = percentEncodeNonAscii(next)
  return encoded !== next && encoded.length > redirectPathMaxLength ? fallback : encoded
}
