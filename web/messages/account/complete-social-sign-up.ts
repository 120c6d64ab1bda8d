import { defineMessages } from '#i18n/define-messages.ts'
export const socialSignUpCompletionMessages = defineMessages('account/complete-social-sign-up', {
  title: 'Almost there',
  description: 'Answer three more questions to finish joining.',
  poster: 'Almost there.',
  text: 'If you’re under 18, other people see your username and never your real name.',
  heading: 'Three more questions',
})
