import { defineMessages } from '#i18n/define-messages.ts'
/** The interface text of the navigation bar, the mobile menu and the user menu (specification, section 2). */
export const navigationMessages = defineMessages('site/navigation', {
  main: 'Main',
  menu: 'Menu',
  closeMenu: 'Close menu',
  account: 'Your account',
  home: 'Home',
  dashboard: 'Dashboard',
  creatorDashboard: 'Creator Dashboard',
  playlists: 'Playlists',
  profile: 'Your profile',
  following: 'Following',
  settings: 'Settings',
  notifications: 'Notifications',
  create: 'Create',
  admin: 'Admin',
  signIn: 'Sign In',
  joinFree: 'Join Free',
  signOut: 'Sign Out',
})
