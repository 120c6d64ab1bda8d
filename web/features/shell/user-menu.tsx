import {
  Bookmark,
  LayoutDashboard,
  LogOut,
  Plus,
  Settings,
  ShieldCheck,
  UserCheck,
  UserRound,
} from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts/current-user.ts'
import { canUseConsole } from '#contract/admin/console-roles.ts'
import { pagePaths } from '#web/paths.ts'
import { Avatar } from '#web/ui/cards/avatar.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { navigationMessages } from '#web/messages/site/navigation.ts'
import { SignOutForm, signOutFormId } from './sign-out-form.tsx'

export function UserMenu({ me, onSignOut }: { me: CurrentUser; onSignOut: () => void }) {
  return (
    <>
      <Menu
        label={navigationMessages.account}
        trigger={
          <button type="button" className="bar-avatar" aria-label={navigationMessages.account}>
            {/* The avatar is the first letter of the email address, as the specification requires. */}
            <Avatar name={me.email} of={me.username} src={me.avatar_url} size={40} />
          </button>
        }
      >
        <p className="menu-head">
          <b className="block text-15 text-text" dir="auto">
            {me.display_name}
          </b>
          <bdi>@{me.username}</bdi>
        </p>
        <MenuItem icon={<LayoutDashboard />} link={<Link to={pagePaths.dashboard} />}>
          {navigationMessages.creatorDashboard}
        </MenuItem>
        <MenuItem icon={<Plus />} link={<Link to={pagePaths.uploadPage()} />}>
          {navigationMessages.create}
        </MenuItem>
        <MenuItem icon={<UserCheck />} link={<Link to={pagePaths.following()} />}>
          {navigationMessages.following}
        </MenuItem>
        <MenuItem icon={<Bookmark />} link={<Link to={pagePaths.playlists} />}>
          {navigationMessages.playlists}
        </MenuItem>
        <MenuItem icon={<UserRound />} link={<Link to={pagePaths.creator(me.username)} />}>
          {navigationMessages.profile}
        </MenuItem>
        <MenuItem icon={<Settings />} link={<Link to={pagePaths.settings} />}>
          {navigationMessages.settings}
        </MenuItem>
        {canUseConsole(me.role) && (
          <MenuItem icon={<ShieldCheck />} link={<Link to={pagePaths.admin} />}>
            {navigationMessages.admin}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={<LogOut />}
          type="submit"
          form={signOutFormId}
          onClick={(event) => {
            event.preventDefault()
            onSignOut()
          }}
        >
          {navigationMessages.signOut}
        </MenuItem>
      </Menu>
      <SignOutForm />
    </>
  )
}
