import type { UploadType } from './content/content-types.ts'

/**
 * Business constants (specification, section 9), each defined once. Durations are milliseconds unless the name
 * says otherwise.
 */
export const MB = 1024 * 1024

const maxMegabytes: Record<UploadType, number> = {
  music: 1000,
  show: 2000,
  story: 300,
  talent: 800,
  challenge: 1200,
  live: 3000,
  movie: 2000,
}

/** Maximum video size for an upload type, in bytes. 1 MB is 1024 × 1024 bytes. */
export function maxUploadBytes(type: UploadType): number {
  return maxMegabytes[type] * MB
}

/** Maximum video size for display: `300MB`, `1.0GB`, `1.2GB`. In these labels, 1 GB is 1000 MB. */
export function maxUploadSizeLabel(type: UploadType): string {
  const megabytes = maxMegabytes[type]
  return megabytes < 1000 ? `${megabytes}MB` : `${(megabytes / 1000).toFixed(1)}GB`
}

/** Formats a number of bytes for display: `50GB`, `1.5GB`, `200MB`. 1 GB is 1024 MB. */
export function formatFileSize(bytes: number): string {
  const [amount, unit] = bytes < 1024 * MB ? [bytes / MB, 'MB'] : [bytes / MB / 1024, 'GB']
  return `${Number(amount.toFixed(1))}${unit}`
}

export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v', 'wmv', 'flv'] as const

export function hasVideoExtension(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') && videoExtensions.some((allowed) => allowed === extension)
}

export const imageMaxBytes = 10 * MB
/** Seconds for which browsers cache covers, thumbnails and avatars (specification, section 9: storage). */
export const imageCacheSeconds = 3600
/**
 * Seconds for which shared caches (CDNs) keep media before revalidating. Short, because revoked access must take
 * effect within 10 s.
 */
export const sharedCacheSeconds = 5
export const titleMax = 120
export const adTagUrlMax = 2000
export const adBreaksMax = 20
export const descriptionMax = 5000
/** Maximum length of a comment, in graphemes. */
export const commentMax = 500
/** Default page size for comments. */
export const commentsPageSize = 30

/** The terms people accept when they sign up (specification, section 2). */
export const termsOfService = { version: '2.0', effective: '2024-12-15' }

export const ageLimits = { min: 13, max: 19, adult: 18 }
export const usernamePattern = /^[A-Za-z0-9_]{3,20}$/
export const passwordMinSignup = 6
export const passwordMinChange = 8
export const passwordMax = 128
export const usernameCooldownDays = 30
/** Maximum length of a display name in graphemes. It fits a full name, because adults may use theirs. */
export const displayNameMax = 100
export const bioMax = 300
/** Width and height of a stored avatar, in pixels. */
export const avatarSize = 512

/** An account deletion can be cancelled for 24 hours. The account is erased within 48 hours. */
export const accountDeletionLimits = { cancelHours: 24, erasedHours: 48 }

/** Data exports: days until the file expires, and minutes until another export can be requested. */
export const dataExportLimits = { days: 7, cooldownMinutes: 10 }

const hour = 3600_000
const day = 24 * hour
/** How long a session lasts without use, and how old it must be before use renews it. */
export const sessionLifetimes = {
  remembered: { for: 30 * day, renewedAfter: day },
  temporary: { for: day, renewedAfter: hour },
}
/** API token lifetimes. Each refresh replaces both tokens. After `apiClient`, the client must sign in again. */
export const tokenLifetimes = { access: hour, refresh: 30 * day, apiClient: 180 * day }
/** Clients check every 30 s and renew their token when 90 s or less remain (specification, section 9). */
export const authRefreshTimings = { tick: 30_000, margin: 90_000 }
/**
 * Attempts allowed per time window. `account`, `device` and `address` count only failed attempts. The other
 * limits are far above what one person, or a school behind one IP address, needs.
 */
export const attemptLimits = {
  /** Failed passwords for an account, from any address. Attempts on accounts that do not exist count too. */
  account: { most: 10, minutes: 15 },
  /** Failed passwords from a known browser. Counted separately, so that attackers cannot lock the owner out. */
  device: { most: 10, minutes: 15 },
  /** Failures of any kind from one IP address: passwords, links, email addresses that already have an account. */
  address: { most: 25, minutes: 5 },
  /** Wrong current passwords entered while signed in. */
  currentPassword: { most: 10, minutes: 15 },
  /** Password changes of one account. Each one revokes the emailed links, and the owner must be able to use one. */
  passwordChanges: { most: 10, minutes: 60 },
  /** Wrong two-factor codes, entered after a correct password. */
  code: { most: 10, minutes: 15 },
  /** Passkey sign-ins started from one IP address. */
  passkeys: { most: 300, minutes: 15 },
  signUps: { most: 300, minutes: 60 },
  /** Sign-in, confirmation and password reset emails requested from one IP address while signed out. */
  emailRequests: { most: 100, minutes: 15 },
  /** Contact form messages from one IP address. */
  contact: { most: 100, minutes: 60 },
  /** Contact form messages from one email address. */
  contactEmail: { most: 10, minutes: 60 },
  emailRequestsPerDay: { most: 1000, minutes: 24 * 60 },
  usernames: { most: 600, minutes: 5 },
  /** Emails to one address that someone else could have requested. Further emails are silently dropped. */
  emailsPerHour: { most: 6, minutes: 60 },
  emailsPerDay: { most: 20, minutes: 24 * 60 },
}
export type AttemptLimitName = keyof typeof attemptLimits

const aDay = 24 * 60
/**
 * Activity allowed per time window for each member or, for signed-out visitors, each IP address. Only programs
 * reach these limits. The `PACE` setting multiplies them.
 */
export const activityRateLimits = {
  comments: [
    { most: 60, minutes: 1 },
    { most: 500, minutes: aDay },
  ],
  likes: [{ most: 120, minutes: 1 }],
  follows: [
    { most: 60, minutes: 1 },
    { most: 1000, minutes: aDay },
  ],
  searches: [{ most: 120, minutes: 1 }],
  suggestions: [{ most: 300, minutes: 1 }],
  /** Searches from one IP address. Higher than for a member, because a whole school may share one address. */
  searchesPerAddress: [{ most: 600, minutes: 1 }],
  suggestionsPerAddress: [{ most: 1500, minutes: 1 }],
  /** Views of one item from one IP address. Further views get the same response but are not counted. */
  viewsPerAddress: [{ most: 200, minutes: 30 }],
} satisfies Record<string, { most: number; minutes: number }[]>
export type RateLimitedActivity = keyof typeof activityRateLimits

/** Time allowed between the password and the two-factor code. */
export const pendingSignInLifetime = 10 * 60_000

/** Passkeys: how many per person, the maximum name length, and the time a browser has to create or use one. */
export const passkeyLimits = { maxPerUser: 10, nameMax: 60, lifetimeMs: 5 * 60_000 }

/** Days for which a browser counts as a known device after signing in. */
export const knownDeviceDays = 180

/** Sign-in links: how long one is valid, and how many one person can have at a time. */
export const signInLinkLimits = { lifetimeMs: 15 * 60_000, maxActive: 5 }

export const statusPollingIntervals = { firstDelay: 1500, interval: 3000, maxAttempts: 60 }
export const afterUploadRedirectDelay = 1200
export const dashboardRefreshInterval = 10_000

export const itemsPerRow = 12
export const relatedItemsCount = 12
export const spotlightLimits = { days: 7, perCategory: 12 }
export const skeletonCardCount = 8
export const pageSize = { default: 24, max: 100 }

/** The dashboard also contains the settings, so it lists only a few uploads and loads more on demand. */
export const ownUploadsPerPage = 12

export const playerControlSettings = { skipSeconds: 10, seekStep: 0.1, volumeStep: 0.1, controlsHide: 2000 }

/** Watch time: seconds between the player's reports, days stored, and days shown. */
export const watchTimeSettings = { seconds: 30, daysKept: 90, daysShown: 28 }

/**
 * A view counts after `afterSeconds` seconds, or after the fraction `minFraction` of a shorter video. Each viewer counts once
 * every `cooldownMinutes`, and each process remembers its last `maxRemembered` views. Daily counts are stored for
 * the longest of `periodDays` (days); the total is stored with the video.
 */
export const viewCountingRules = {
  afterSeconds: 10,
  minFraction: 0.5,
  cooldownMinutes: 30,
  maxRemembered: 200_000,
  periodDays: [7, 28, 90],
}

/**
 * Live updates (specification, section 9: realtime). `recheck` is the interval at which a listener's access is
 * checked again, so that revoked access takes effect within 10 s.
 */
export const liveUpdateTimings = {
  heartbeat: 25_000,
  recheck: 8_000,
  timeout: 10_000,
  reconnect: [1000, 2000, 5000, 10_000],
  buffer: 100,
}

/**
 * Maximum number of open live-update streams in each web process: per member on all devices, and per IP address,
 * which a whole school may share.
 */
export const eventStreamLimits = { perMember: 50, perAddress: 500 }

/** Days after which notifications are deleted. */
export const notificationRetentionDays = 90

/**
 * Search limits. Only the newest `candidates` matches are ranked. A search with fewer exact matches than
 * `similarBelow` also returns results with similar spellings.
 */
export const searchLimits = {
  queryMax: 200,
  candidates: 1000,
  /** Similar spellings are ranked among at most this many of the newest matches. */
  similarCandidates: 200,
  /** Symbols such as emoji are searched only in the titles of this many of the newest items. */
  symbolCandidates: 20_000,
  similarBelow: 12,
  page: 24,
  creators: 6,
  suggestions: { videos: 5, creators: 3, genres: 2 },
  /** Limits of the length filter in minutes: under 4 is short, over 20 is long. */
  length: { short: 4, long: 20 },
  excerpt: 160,
  timeout: 3000,
}
export const newReleaseDays = 30
/**
 * Charts are cached for a minute (`freshMs`), then served stale for up to ten minutes (`staleMs`) while they are
 * recalculated. `pointsPerLike` and `pointsPerCommenter` are the points for one like and one commenter.
 */
export const chartLimits = {
  entries: 50,
  pointsPerLike: 1,
  pointsPerCommenter: 2,
  freshMs: 60_000,
  staleMs: 600_000,
}

/** URLs per sitemap file. The sitemap protocol allows 50,000. */
export const sitemapPartSize = 5000
