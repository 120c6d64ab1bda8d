import { accountErrors } from './account-errors.ts'
import { broadcastErrors } from './broadcast-errors.ts'
import { captionErrors } from './caption-errors.ts'
import { consoleErrors } from './console/console-errors.ts'
import { contactErrors } from './contact-errors.ts'
import { contentErrors } from './content-errors.ts'
import { followErrors } from './follow-errors.ts'
import { adErrors } from './ad-errors.ts'
import { moderationErrors } from './moderation-errors.ts'
import { notificationErrors } from './notification-errors.ts'
import { playlistErrors } from './playlist-errors.ts'
import { abuseReportErrors } from './abuse-report-errors.ts'
import { commonErrors } from './common-errors.ts'
import { registrationErrors } from './registration-errors.ts'
import { settingsErrors } from './console/settings-errors.ts'
import { requestErrors } from './request-errors.ts'
import { safetyErrors } from './safety-errors.ts'
import { seriesErrors } from './series-errors.ts'
import { staffErrors } from './console/staff-errors.ts'
import { signInProviderErrors } from './sign-in-provider-errors.ts'
import { uploadErrors } from './upload-errors.ts'
import { userTextErrors } from './user-text-errors.ts'
import { webhookErrors } from './console/webhook-errors.ts'

/**
 * All errors that the API can return. `field` names the form field that the error belongs to. If the
 * specification defines the wording of an error (sections 5 and 8), its title and detail use that wording. If
 * `when` names a setting, the error exists only on sites where this setting is enabled. The values passed to
 * `ApiError` replace the `{name}` placeholders in the error's detail.
 */
export const apiErrors = {
  ...commonErrors,
  ...requestErrors,
  ...adErrors,
  ...moderationErrors,

  ...contentErrors,

  ...uploadErrors,
  ...captionErrors,
  ...broadcastErrors,
  ...accountErrors,
  ...registrationErrors,
  ...settingsErrors,
  ...signInProviderErrors,
  ...contactErrors,
  ...consoleErrors,
  ...userTextErrors,
  ...safetyErrors,
  ...abuseReportErrors,
  ...followErrors,
  ...playlistErrors,
  ...notificationErrors,
  ...seriesErrors,
  ...staffErrors,
  ...webhookErrors,
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; field?: string; when?: string }
>
