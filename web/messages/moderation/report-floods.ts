import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for floods of reports and notices, which the page lists above the moderation queue. */
export const reportFloodMessages = defineMessages('moderation/report-floods', {
  title: 'Report floods',
  text: 'Each flood below is a large number of cases from one source. If other people reported the same content, its case stays in the queue.',
  pages: 'Report flood pages',
  first: 'First report floods',
  more: 'More report floods',
  claims: 'Reports in these cases',
  claimsText:
    'Each line shows one sender and what they wrote. Some senders may have nothing to do with the flood and just use the same network, so read each line before you tick it. A case is dismissed only if all its lines are ticked.',
  moreClaims: 'More reports',
  noText: 'no text',
  oneCase: 'Open one of these cases',
  kind: {
    network: 'Signed-out visitors or new members on one network',
    account: 'One account',
  },
  cases: message<{ n: number }>('{n, plural, one {# case} other {# cases}}'),
  show: 'Show cases',
  showOf: message<{ what: string }>('Show cases: {what}'),
  dismiss: 'Dismiss ticked reports',
  sure: message<{ n: number }>('{n, plural, one {Dismiss # case?} other {Dismiss # cases?}}'),
  sureText:
    'Content that is hidden only because of these reports becomes visible again, and we tell everyone who reported it that no rule was broken. Claimed cases stay open, and so do cases with other reports. You can’t undo this in one step.',
  cancel: 'Cancel',
  dismissing: message<{ n: number }>('{n, plural, one {Dismissing # case} other {Dismissing # cases}}'),
  dismissingText: 'Dismissing the cases takes a moment. Reload the page to see which cases are left.',
  one: 'Cases in this flood',
  only: 'No other cases are waiting.',
})
