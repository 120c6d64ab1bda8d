import type { UploadType } from './content/content-types.ts'

/**
 * The constants of the business rules (specification, section 9), each defined once. All durations are in
 * milliseconds unless the name says otherwise.
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

/** Returns the maximum size of a video in bytes (1 MB is 1024 × 1024 bytes), by upload type. */
export function getMaxUploadBytes(type: UploadType): number {
  return maxMegabytes[type] * MB
}

/** Formats the maximum size of a video, with 1 GB as 1000 MB: `300MB`, `1.0GB`, `1.2GB`. */
export function getMaxUploadSizeLabel(type: UploadType): string {
  const megabytes = maxMegabytes[type]
  return megabytes < 1000 ? `${megabytes}MB` : `${(megabytes / 1000).toFixed(1)}GB`
}

export const videoExtensions = ['mp4', 'mov', 'avi', 'mkv', 'webm', 'm4v', 'wmv', 'flv'] as const

export function hasVideoExtension(fileName: string): boolean {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return fileName.includes('.') && videoExtensions.some((allowed) => allowed === extension)
}

export const imageMaxBytes = 10 * MB
/** How long browsers cache covers, thumbnails and avatars, in seconds (specification, section 9: storage). */
export const imageCacheSeconds = 3600
/** How long shared caches (CDNs) keep media, in seconds. Revoking access must take effect within 10 s. */
export const mediaSharedCacheSeconds = 5
/** How long a process uses a decision about access to media, in milliseconds. Shared caches add to this time. */
export const mediaAccessCacheMs = 5000
export const titleMaxLength = 120
export const adTagUrlMaxLength = 2000
export const maxAdBreaks = 20
export const descriptionMaxLength = 5000

export const ageLimits = { min: 13, max: 19, adult: 18 }
export const usernamePattern = /^[A-Za-z0-9_]{3,20}$/
export const passwordMinLengthAtSignUp = 6
export const passwordMinLengthOnChange = 8
export const passwordMaxLength = 128
export const usernameChangeCooldownDays = 30
/** The maximum number of graphemes in a display name, which for adults may be the full name. */
export const displayNameMaxLength = 100
export const bioMaxLength = 300
/** The width and height of a stored avatar, in pixels. */
export const avatarSizePixels = 512

/** An account deletion can be cancelled for 24 hours and is completed within 48 hours. */
export const accountDeletionLimits = { cancelHours: 24, erasedHours: 48 }

/** Data exports: the days until the file expires, and the minutes until the next export is possible. */
export const dataExportLimits = { days: 7, cooldownMinutes: 10 }

const hour = 3600_000
const day = 24 * hour
/**
 * How long an unused session lasts, and how old a session must be before the next request renews it. The sessions of staff
 * end `staff` ms after the sign-in, even if they are in use (NIST SP 800-63B-4, section 2.2.3).
 */
export const sessionLifetimes = {
  remembered: { for: 30 * day, renewedAfter: day },
  temporary: { for: day, renewedAfter: hour },
  staff: day,
}
/** A refresh replaces the access and refresh tokens. API clients must sign in again after `apiClient` ms. */
export const tokenLifetimes = { access: hour, refresh: 30 * day, apiClient: 180 * day }
/** The page checks the session every 30 s and renews it if at most 90 s remain (specification, section 9). */
export const authRefreshTimings = { tick: 30_000, margin: 90_000 }
/**
 * The number of attempts allowed per time window. `account`, `device` and `address` count only failed attempts.
 * The limits on other attempts are far above what one person, or a school behind one IP address, needs.
 */
export const authAndContactRateLimits = {
  /** Wrong passwords for one account. Attempts on accounts that do not exist count too. */
  account: { most: 10, minutes: 15 },
  /** Wrong passwords from known browsers, counted separately so that attackers cannot lock out members. */
  device: { most: 10, minutes: 15 },
  /** All failures from one IP address: wrong passwords, invalid links, taken email addresses at sign-up. */
  address: { most: 25, minutes: 5 },
  /** Wrong entries of the current password by a signed-in user. */
  currentPassword: { most: 10, minutes: 15 },
  /** Password changes of one account, limited because each change revokes emailed links. */
  passwordChanges: { most: 10, minutes: 60 },
  /** Wrong two-factor codes entered after a correct password. */
  code: { most: 10, minutes: 15 },
  /** Passkey sign-ins that were started from one IP address. */
  passkeys: { most: 300, minutes: 15 },
  providerSignIns: { most: 600, minutes: 15 },
  signUps: { most: 300, minutes: 60 },
  /** Emails for sign-in, confirmation and password reset, requested from one IP address while signed out. */
  emailRequests: { most: 100, minutes: 15 },
  /** Messages sent through the contact form from one IP address. */
  contact: { most: 100, minutes: 60 },
  /** Messages sent through the contact form from one email address. */
  contactEmail: { most: 10, minutes: 60 },
  emailRequestsPerDay: { most: 1000, minutes: 24 * 60 },
  usernames: { most: 600, minutes: 5 },
  /** Emails to one address that signed-out visitors can request. Further emails are dropped silently. */
  emailsPerHour: { most: 6, minutes: 60 },
  emailsPerDay: { most: 20, minutes: 24 * 60 },
}
export type AuthAndContactRateLimitName = keyof typeof authAndContactRateLimits

const aDay = 24 * 60
/**
 * How many actions a member, or all signed-out visitors with the same IP address, may take in each time
 * window. Only automated clients reach these limits. The `PACE` setting multiplies all of them.
 */
export const activityRateLimits = {
  comments: [
    { most: 60, minutes: 1 },
    { most: 500, minutes: aDay },
  ],
  /** Messages in the chats of broadcasts. */
  chat: [
    { most: 60, minutes: 1 },
    { most: 2000, minutes: aDay },
  ],
  /** Removed messages, and changes to slow mode and helpers. */
  chatModeration: [{ most: 240, minutes: 1 }],
  mentions: [{ most: 20, minutes: 1 }],
  likes: [{ most: 120, minutes: 1 }],
  history: [{ most: 240, minutes: 1 }],
  follows: [
    { most: 60, minutes: 1 },
    { most: 1000, minutes: aDay },
  ],
  /** Reminders for scheduled broadcasts. */
  reminders: [
    { most: 60, minutes: 1 },
    { most: 1000, minutes: aDay },
  ],
  playlists: [{ most: 240, minutes: 1 }],
  pushDevices: [{ most: 60, minutes: 1 }],
  webhooks: [{ most: 120, minutes: 1 }],
  series: [{ most: 240, minutes: 1 }],
  /** Changes to the publish time of a video, which add jobs. */
  schedules: [
    { most: 60, minutes: 1 },
    { most: 500, minutes: aDay },
  ],
  /** Replacement files for videos, which are encoded but do not count toward the quota. */
  replacements: [{ most: 20, minutes: aDay }],
  broadcasts: [{ most: 20, minutes: 60 }],
  /** Chunks from browsers, in 5 s. Browsers send 4 per second. */
  broadcastChunks: [{ most: 100, minutes: 1 / 12 }],
  streamKeys: [{ most: 20, minutes: 60 }],
  encoderConnectionsPerAddress: [{ most: 120, minutes: 1 }],
  captions: [{ most: 60, minutes: 1 }],
  captionChecks: [{ most: 60, minutes: 1 }],
  captionDrafts: [{ most: 120, minutes: 1 }],
  staffLookups: [{ most: 120, minutes: 5 }],
  /** Downloads of the user's own videos. Each one copies the whole video. */
  downloads: [{ most: 30, minutes: 60 }],
  searches: [{ most: 120, minutes: 1 }],
  suggestions: [{ most: 300, minutes: 1 }],
  /** Searches from one IP address, which a whole school may share. The limit is higher than `searches`. */
  searchesPerAddress: [{ most: 600, minutes: 1 }],
  suggestionsPerAddress: [{ most: 1500, minutes: 1 }],
  /** Reported views and summaries per IP address. Requests over the limit are ignored without an error. */
  viewsPerAddress: [{ most: 200, minutes: 30 }],
  watchSummariesPerAddress: [{ most: 3000, minutes: 30 }],
  playbackReportsPerAddress: [{ most: 200, minutes: 30 }],
} satisfies Record<string, { most: number; minutes: number }[]>
export type RateLimitedActivity = keyof typeof activityRateLimits

/** The time allowed between the correct password and the two-factor code. */
export const pendingSignInLifetimeMs = 10 * 60_000

/** Passkeys: the number per person, the maximum name length, and the time to create or use one. */
export const passkeyLimits = { maxPerUser: 10, nameMax: 60, lifetimeMs: 5 * 60_000 }

/** How many days after a sign-in a browser still counts as a known device. */
export const knownDeviceCookieDays = 180

/** Sign-in links: how long a link is valid, and how many links one person can have at a time. */
export const signInLinkLimits = { lifetimeMs: 15 * 60_000, maxActive: 5 }

export const processingStatusPollingSettings = { firstDelay: 1500, interval: 3000, maxAttempts: 60 }
export const afterUploadRedirectDelayMs = 1200
export const dashboardRefreshIntervalMs = 10_000

export const maxItemsPerContentRow = 12
export const maxRelatedItems = 12
export const spotlightLimits = { days: 7, perCategory: 12 }
export const pageSizeLimits = { default: 24, max: 100 }

/** The dashboard also shows the settings, so it lists only this many uploads and loads more on demand. */
export const ownUploadsPerPage = 12

export const playerControlSettings = { skipSeconds: 10, seekStep: 0.1, volumeStep: 0.1, controlsHide: 2000 }

/** Watch time: the seconds between two reports from the player, and the days that are stored and shown. */
export const watchTimeSettings = { seconds: 30, daysKept: 90, daysShown: 28 }

// Each process remembers up to `maxRemembered` views. View counts from before the longest period in
// `periodDays` are merged (docs/decisions/032).
export const viewCountingRules = {
  afterSeconds: 10,
  minFraction: 0.5,
  cooldownMinutes: 30,
  maxRemembered: 200_000,
  periodDays: [7, 28, 90],
}

/** The number of days after which notifications are deleted. */
export const notificationRetentionDays = 90

/**
 * Limits of the site's search. A search ranks only the newest `candidates` matches. A search with fewer exact
 * matches than `similarBelow` also returns results with similar spellings.
 */
export const searchLimits = {
  queryMax: 200,
  candidates: 1000,
  /** Of the results with similar spellings, only the newest `similarCandidates` are ranked. */
  similarCandidates: 200,
  /** A search for symbols such as emoji covers only the titles of the newest `symbolCandidates` videos. */
  symbolCandidates: 20_000,
  similarBelow: 12,
  page: 24,
  creators: 6,
  suggestions: { videos: 5, creators: 3, genres: 2, spoken: 2 },
  /** How many matching caption sentences a search reads and ranks, newest first. */
  spokenCandidates: 1000,
  /** Bounds of the video length filter in minutes: under 4 is short, over 20 is long. */
  length: { short: 4, long: 20 },
  excerpt: 160,
  timeout: 3000,
}
export const newReleaseDays = 30
