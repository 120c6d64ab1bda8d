import { z } from 'zod'
import { languages } from '#i18n/locales.ts'
import { defineEndpoint } from '../endpoint.ts'

export const putLanguage = defineEndpoint({
  method: 'PUT',
  path: '/api/language',
  summary:
    'Chooses the language of the interface in this browser, and of emails and notifications if you are signed in.',
  tag: 'Accounts',
  status: 204,
  body: z.strictObject({ language: z.enum(languages, 'language_unknown') }),
  response: z.undefined(),
})
