import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text of the footer, which every page shows. */
export const footerMessages = defineMessages('site/footer', {
  line: 'Made by teens, for teens. Loudest after the last bell.',
  copyright: message<{ year: number; name: string }>('© {year} {name}. Open source under the MIT licence.'),
  theme: { group: 'Theme', auto: 'Auto', night: 'Night', light: 'Daylight' },
  columns: { watch: 'Watch', company: 'Company', support: 'Support', legal: 'Legal' },
  links: {
    movies: 'Movies',
    tvShows: 'TV shows',
    charts: 'Teen Charts',
    about: 'About',
    careers: 'Careers',
    press: 'Press kit',
    api: 'API for developers',
    openApi: 'OpenAPI document',
    help: 'Help Center',
    safety: 'Safety Center',
    transparency: 'Transparency',
    contact: 'Contact',
    reports: 'My reports',
    notice: 'Get a private picture taken down',
    forgot: 'Forgot your password?',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
    cookies: 'Cookies',
    dmca: 'DMCA',
  },
})
