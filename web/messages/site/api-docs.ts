import { defineMessages } from '#i18n/define-messages.ts'

/** The metadata of the API documentation page. The documentation itself is in English. */
export const apiDocsMessages = defineMessages('site/api-docs', {
  title: 'API',
  description: 'Every API operation with its path, parameters, request body and response.',
})
