import { defineMessages, message } from '#i18n/define-messages.ts'
/**
 * The interface text of the sign-up, sign-in and password forms. The error messages for fields are in
 * contract/errors/error-table.ts.
 */
export const accountFormMessages = defineMessages(
  'account/account-forms',
  {
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    fullName: 'Full name',
    firstName: 'First name',
    age: 'Age',
    username: 'Username',
    signIn: 'Sign In',
    join: 'Join Free',
    goOn: 'Continue',
    atLeast: message<{ least: number }>('At least {least} characters'),
    localMail:
      'This site can’t send email yet. Ask the person who runs the site for the link we would have emailed you. If you run the site, open the address shown in the server log to read the email.',

    /**
     * The toast messages that section 8 of the specification defines.
     * web/features/account/forms/account-form-results.ts explains when each of these toasts is shown.
     */
    signUpFailed: 'Sign Up Failed',
    signInFailed: 'Sign In Failed',
    signupError: 'Signup error',
    profileSaveFailed: 'Profile save failed',
    accountCreated: { title: 'Account Created!', text: 'Check your email to confirm your account.' },
    welcomeBack: { title: 'Welcome Back!', text: 'Successfully signed in.' },
    created: 'Account created',
    shownAs: {
      minor_username: 'Your account is set to show your username publicly.',
      adult_username: 'Your account will display your username publicly.',
      adult_full_name: 'Your account will display your full name publicly.',
    },

    waitSeconds: message<{ seconds: number }>('Try again in {seconds} s.'),
    waitMinutes: message<{ minutes: number }>('Try again in {minutes} min.'),

    social: {
      or: 'or',
      google: 'Google',
      apple: 'Apple',
      with: message<{ verb: string; name: string }>('{verb} with {name}'),
      off: message<{ name: string }>('Sign-in with {name} isn’t set up on this site.'),
      allOff: message<{ names: string; count: number }>(
        '{count, plural, one {{names} isn’t set up on this site. Use your email instead.} other {{names} aren’t set up on this site. Use your email instead.}}',
      ),
    },
  },
  ['google', 'apple'],
)
