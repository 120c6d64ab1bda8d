import { isRefused, type Refused, sayRefused } from '#web/features/account/form-answer.ts'
import { notify } from '#web/ui/notify.ts'
import { words as page } from '#web/words/dashboard.ts'
import { words } from '#web/words/settings.ts'
import type { Done } from './action.ts'

/** The toasts of the settings (specification, section 8: Dashboard). */
export function say(answer: Done | Refused): void {
  if (isRefused(answer)) return sayRefused(answer, titleOf(answer))
  if (answer.done === 'profile') notify.good(words.saved, words.savedText)
  if (answer.done === 'avatar') notify.good(words.photoUpdated)
  if (answer.done === 'password') notify.good(words.passwordChanged, words.passwordChangedText)
  if (answer.done === 'cancel-deletion') notify.good(page.cancelled, page.cancelledText)
}

const titles: Record<string, string> = {
  profile: words.saveFailed,
  avatar: words.photoFailed,
  'remove-avatar': words.photoFailed,
  password: words.passwordFailed,
  'cancel-deletion': page.cancelFailed,
}

/** A rule that was broken has a title of its own; everything else has the form's. */
function titleOf({ refused: { code }, values }: Refused): string | undefined {
  if (/^(username|password)_/.test(code) || code === 'deletion_too_late') return undefined
  return titles[values.intent ?? '']
}

/** The connection was cut on the way: said as a refusal of the form that was sent. */
export function cutOff(intent: string): Refused {
  const detail = words.tryAgain
  return {
    refused: { code: 'unavailable', title: titles[intent] ?? words.saveFailed, detail },
    fields: {},
    values: { intent },
  }
}
