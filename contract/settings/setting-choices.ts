/*
 * The choices of settings that every page needs. They have their own file, so that pages do not load the schemas of all
 * settings.
 */

/** Who can create an account: everyone, people with an invitation link, or no one. */
export const registrationModes = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

export const announcementLevels = ['info', 'warning', 'urgent'] as const
