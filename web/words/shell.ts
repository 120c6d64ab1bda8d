/** The navigation bar, its menus, and what the letter avatar opens (specification, section 2). */
export const words = {
  main: 'Main',
  menu: 'Menu',
  closeMenu: 'Close menu',
  account: 'Your account',
  home: 'Home',
  dashboard: 'Dashboard',
  creatorDashboard: 'Creator Dashboard',
  notifications: 'Notifications',
  create: 'Create',
  signIn: 'Sign In',
  joinFree: 'Join Free',
  signOut: 'Sign Out',
}
