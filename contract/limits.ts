import type { UploadType } from './content/content-types.ts'

/** Business constants (specification, section 9). One home each; milliseconds unless the name says otherwise. */
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

/** Largest video of a type, in bytes; 1 MB = 1024 × 1024 bytes (ruling 3). */
export function maxUploadBytes(type: UploadType): number {
  return maxMegabytes[type] * MB
}

/** As people read it: `300MB`, `1.0GB`, `1.2GB`; a thousand megabytes are a gigabyte here (ruling 3). */
export function maxUploadSizeLabel(type: UploadType): string {
  const megabytes = maxMegabytes[type]
  return megabytes < 1000 ? `${megabytes}MB` : `${(megabytes / 1000).toFixed(1)}GB`
}

/** Any other number of bytes, in the units people know: `50GB`, `1.5GB`, `200MB`. */
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
/** How long caches keep covers, thumbnails and avatars that people chose (specification, section 9: storage). */
export const imageCacheSeconds = 3600
/** How long a cache that many share (a CDN) keeps media before it asks again: a right that ends, ends there too, within 10 s. */
export const sharedCacheSeconds = 5
export const titleMax = 120
export const adTagMax = 2000
export const adBreaksMax = 20
export const descriptionMax = 5000
/** Graphemes (ruling 30). */
export const commentMax = 500
/** So many comments a page, where nobody asks for another number. */
export const commentsPageSize = 30

/** The terms that people accept by joining (specification, section 2). */
export const termsOfService = { version: '2.0', effective: '2024-12-15' }

export const ageLimits = { min: 13, max: 19, adult: 18 }
export const usernamePattern = /^[A-Za-z0-9_]{3,20}$/
export const passwordMinSignup = 6
export const passwordMinChange = 8
export const passwordMax = 128
export const usernameCooldownDays = 30
/** Graphemes. A full name fits, as it may be the display name of an adult. */
export const displayNameMax = 100
export const bioMax = 300
/** Pixels of a kept profile picture, which is square. */
export const avatarSize = 512

/** Deletion of an account (rulings 25): cancellable for a day, erased within two. */
export const accountDeletionLimits = { cancelHours: 24, erasedHours: 48 }

/** A copy of one's own data: how long it can be fetched, and how soon after one the next is made. */
export const dataExportLimits = { days: 7, againAfterMinutes: 10 }

const hour = 3600_000
const day = 24 * hour
/** How long a sign-in lasts unused (ruling 8), and how much of that must have passed before use renews it. */
export const sessionLifetimes = {
  remembered: { for: 30 * day, renewedAfter: day },
  brief: { for: day, renewedAfter: hour },
}
/** Tokens of programs (ruling 28): an access token is short; each refresh makes both anew, until the program has to sign in again. */
export const tokenLifetimes = { access: hour, refresh: 30 * day, program: 180 * day }
/** Whoever holds a session or token looks every 30 s, and renews it when 90 s or less remain (specification, section 9). */
export const authRefresh = { tick: 30_000, margin: 90_000 }
/**
 * So many tries in so many minutes, then a pause. Those of `account`, `device` and `address` are wrong ones only; the others lie far
 * above the pace of a person, or of a school behind one address.
 */
export const attemptLimits = {
  /** Wrong passwords for an account, known or not, by anybody. */
  account: { most: 10, minutes: 15 },
  /** The same by a browser in which that account was signed in before: what others try keeps nobody out. */
  device: { most: 10, minutes: 15 },
  /** Whatever was wrong from one address: passwords, links, addresses that have an account already. */
  address: { most: 25, minutes: 5 },
  /** Wrong current passwords of somebody who is signed in. */
  current: { most: 10, minutes: 15 },
  /** Password changes of one account: each one cancels the links that were mailed, and the owner must be able to use one. */
  passwordChanges: { most: 10, minutes: 60 },
  /** Wrong codes of the second step, of whoever knows the password. */
  code: { most: 10, minutes: 15 },
  /** Begun with a passkey, from one address. */
  passkeys: { most: 300, minutes: 15 },
  joining: { most: 300, minutes: 60 },
  /** Emails that people who are not signed in ask for, from one address: links to sign in, to confirm, for a new password. */
  asking: { most: 100, minutes: 15 },
  /** Messages to the operator by the contact form, from one address. */
  contact: { most: 100, minutes: 60 },
  /** The same by one email address. */
  contactEmail: { most: 10, minutes: 60 },
  askingOfDay: { most: 1000, minutes: 24 * 60 },
  usernames: { most: 600, minutes: 5 },
  /** Emails to one address that somebody else could have asked for, of all kinds: more are not sent, and nobody is told. */
  letters: { most: 6, minutes: 60 },
  lettersOfDay: { most: 20, minutes: 24 * 60 },
}
export type AttemptLimitName = keyof typeof attemptLimits

const aDay = 24 * 60
/**
 * So much in so many minutes, of one person or, of those who are not signed in, one address: far above what people do. What
 * goes beyond is a program. `PACE` in the settings makes it so many times as much.
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
  /** Behind one address may be a school. */
  searchesOfPlace: [{ most: 600, minutes: 1 }],
  suggestionsOfPlace: [{ most: 1500, minutes: 1 }],
  /** Of one item: what goes beyond is answered alike, and not counted. */
  viewsOfPlace: [{ most: 200, minutes: 30 }],
} satisfies Record<string, { most: number; minutes: number }[]>
export type RateLimitedActivity = keyof typeof activityRateLimits

/** Between the password and the code. */
export const pendingSignInLifetime = 10 * 60_000

/** Passkeys: how many a person may have, how long a name may be, and for how long the browser may take over one. */
export const passkeyLimits = { most: 10, nameMax: 60, lasts: 5 * 60_000 }

/** Days for which a browser is known to have been signed in. */
export const knownDeviceDays = 180

/** Letters with a sign-in link: how long it works, and how many may be on their way to one person. */
export const signInLinkLimits = { lasts: 15 * 60_000, atOnce: 5 }

export const statusPolling = { first: 1500, every: 3000, most: 60 }
export const afterUploadRedirectDelay = 1200
export const dashboardRefreshInterval = 10_000

export const itemsPerRow = 12
export const relatedItemsCount = 12
export const spotlightLimits = { days: 7, perCategory: 12 }
export const skeletonCardCount = 8
export const pageSize = { default: 24, max: 100 }

/** On the dashboard, which also holds the settings: more come on request. */
export const ownUploadsPerPage = 12

export const playerControls = { skipSeconds: 10, seekStep: 0.1, volumeStep: 0.1, controlsHide: 2000 }

/** Time watched: the player tells it every so many seconds; days are kept so long, and the newest are shown. */
export const watchTimeHeartbeat = { seconds: 30, daysKept: 90, daysShown: 28 }

/**
 * Views: a viewing counts after so many seconds of it, or half of what is shorter; of one viewer once in so many minutes, of which each
 * process remembers so many viewings. Days are told apart for so long; their sum is kept with the video.
 */
export const viewCounting = {
  after: 10,
  part: 0.5,
  againAfterMinutes: 30,
  remembered: 200_000,
  spans: [7, 28, 90],
}

/** Live updates (specification, section 9: realtime). `recheck`: how often a listener's right is asked for; what ends, ends within 10 s. */
export const liveUpdateTimings = {
  heartbeat: 25_000,
  recheck: 8_000,
  timeout: 10_000,
  reconnect: [1000, 2000, 5000, 10_000],
  buffer: 100,
}

/** Live-update streams open at once in each web process: of one member on all devices, and of one address, which may be a school. */
export const eventStreamLimits = { ofMember: 50, ofAddress: 500 }

/** Days after which a notification is forgotten. */
export const notificationRetentionDays = 90

/** Finding. `candidates`: at most this many matches, the newest, are ranked. `closeBelow`: fewer real matches than this bring near spellings. */
export const searchLimits = {
  queryMax: 200,
  candidates: 1000,
  /** Of at most so many, the newest, that have nearly the words asked for, the nearest are ahead. */
  close: 200,
  /** Signs without a word (an emoji) are looked for in so many titles, the newest. */
  signs: 20_000,
  closeBelow: 12,
  page: 24,
  creators: 6,
  suggestions: { videos: 5, creators: 3, genres: 2 },
  /** Minutes: under 4 is short, over 20 long. */
  length: { short: 4, long: 20 },
  excerpt: 160,
  timeout: 3000,
}
export const newReleaseDays = 30
/** A chart is counted anew after a minute, and for who comes ten minutes later before they see it. */
export const chartLimits = { places: 50, like: 1, commenter: 2, kept: 60_000, stale: 600_000 }

/** Addresses in one part of the sitemap; the protocol allows 50,000. */
export const sitemapPartSize = 5000
