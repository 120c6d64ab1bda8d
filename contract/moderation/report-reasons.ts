import { defineMessages } from '#i18n/define-messages.ts'

/*
 * The report reasons and their priorities. P0 means that a person is in danger. One P0 report from an
 * established account hides the item until a moderator reviews it. Reporters and moderators see the same
 * labels for report reasons.
 */
export const reportSubjects = ['content', 'comment', 'profile'] as const
export type ReportSubject = (typeof reportSubjects)[number]

export type ReportPriority = 0 | 1 | 2 | 3

interface Reason {
  priority: ReportPriority
  label: string
  /**
   * The kinds of subjects that this reason applies to. Omitted if the reason applies to all kinds of
   * subjects.
   */
  of?: readonly ReportSubject[]
}

export const reportReasons = defineMessages(
  'safety/report-reasons',
  {
    minor_safety: { priority: 0, label: 'Sexual content involving someone under 18' },
    grooming: { priority: 0, label: 'Someone is asking for secrets, pictures or a meeting' },
    sextortion: { priority: 0, label: 'Someone is threatening to share pictures' },
    intimate_image: { priority: 0, label: 'A naked or private picture of someone' },
    self_harm_now: { priority: 0, label: 'Someone may hurt themselves right now' },
    threat: { priority: 0, label: 'Someone is threatening to hurt or kill someone' },

    bullying: { priority: 1, label: 'Bullying' },
    hate: { priority: 1, label: 'Hate against a group of people' },
    self_harm_promotion: { priority: 1, label: 'Promotes self-harm or an eating disorder' },
    dangerous_challenge: { priority: 1, label: 'A dare that could hurt someone', of: ['content', 'comment'] },
    private_information: { priority: 1, label: 'Private details, such as an address or a phone number' },
    im_in_this_video: { priority: 1, label: 'I’m in this and don’t want to be', of: ['content', 'profile'] },
    under_13: { priority: 1, label: 'This person is younger than 13' },
    violence: { priority: 1, label: 'Violence' },

    suggestive: { priority: 2, label: 'Sexually suggestive, without nudity' },
    drugs_weapons: { priority: 2, label: 'Drugs or weapons' },
    graphic: { priority: 2, label: 'Blood, injuries or other disturbing images' },
    impersonation: { priority: 2, label: 'Someone is pretending to be someone else' },
    not_for_my_age: { priority: 2, label: 'Not suitable for my age' },

    spam: { priority: 3, label: 'Spam' },
    scam: { priority: 3, label: 'A scam or a request for money' },
    copyright: { priority: 3, label: 'Someone else’s work', of: ['content', 'profile'] },
    wrong_category: { priority: 3, label: 'Wrong category', of: ['content'] },
    other: { priority: 3, label: 'Something else' },
  } as const satisfies Record<string, Reason>,
  ['of'],
)

export type ReportReason = keyof typeof reportReasons
export const reportReasonNames = Object.keys(reportReasons) as ReportReason[]

export function getReportReasonPriority(reason: ReportReason): ReportPriority {
  return reportReasons[reason].priority
}

/** Whether a report reason applies to a kind of subject: video, comment or profile. */
export function isReportReasonApplicable(reason: ReportReason, subject: ReportSubject): boolean {
  const { of = reportSubjects }: Reason = reportReasons[reason]
  return of.includes(subject)
}

/**
 * The categories that a reporter chooses from first, and the reasons in each category. A report reason may
 * appear in several categories.
 */
export const reportCategories = defineMessages(
  'safety/report-categories',
  {
    unsafe: {
      label: 'I feel unsafe right now',
      reasons: ['self_harm_now', 'threat', 'grooming', 'sextortion'],
    },
    sexual: {
      label: 'It is sexual',
      reasons: ['minor_safety', 'intimate_image', 'grooming', 'sextortion', 'suggestive'],
    },
    mean: { label: 'It is mean or hateful', reasons: ['bullying', 'hate', 'threat'] },
    harmful: {
      label: 'It could hurt someone',
      reasons: [
        'self_harm_now',
        'self_harm_promotion',
        'dangerous_challenge',
        'violence',
        'graphic',
        'drugs_weapons',
      ],
    },
    about_me: {
      label: 'It is about me or someone I know',
      reasons: ['im_in_this_video', 'intimate_image', 'private_information', 'impersonation', 'bullying'],
    },
    age: { label: 'Someone’s age', reasons: ['under_13', 'not_for_my_age'] },
    dishonest: {
      label: 'It is spam, a scam or stolen',
      reasons: ['spam', 'scam', 'impersonation', 'copyright'],
    },
    other: { label: 'Something else', reasons: ['wrong_category', 'other'] },
  } as const satisfies Record<string, { label: string; reasons: readonly ReportReason[] }>,
  ['reasons'],
)

export type ReportCategory = keyof typeof reportCategories
export const reportCategoryNames = Object.keys(reportCategories) as ReportCategory[]

/** Returns the report reasons in a category that apply to a kind of subject. */
export function getReportReasonsForCategory(kind: ReportCategory, subject: ReportSubject): ReportReason[] {
  return reportCategories[kind].reasons.filter((reason) => isReportReasonApplicable(reason, subject))
}
