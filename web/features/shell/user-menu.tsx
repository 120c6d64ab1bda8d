import { LayoutDashboard, LogOut, Plus, Settings, UserRound } from 'lucide-react'
import { Link } from 'react-router'
import type { Me } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import { words } from '#web/words/shell.ts'
import { SignOutForm, signOutFormId } from './sign-out-form.tsx'

export function UserMenu({ me, onSignOut }: { me: Me; onSignOut: () => void }) {
  return (
    <>
      <Menu
        label={words.account}
        trigger={
          <button type="button" className="bar-avatar" aria-label={words.account}>
            {/* The specification's avatar: the first letter of the email. */}
            <Avatar name={me.email} of={me.username} src={me.avatar_url} size={40} />
          </button>
        }
      >
        <p className="menu-head">
          <b className="block text-15 text-text">{me.display_name}</b>@{me.username}
        </p>
        <MenuItem icon={<LayoutDashboard />} link={<Link to={paths.dashboard} />}>
          {words.creatorDashboard}
        </MenuItem>
        <MenuItem icon={<Plus />} link={<Link to={paths.create()} />}>
          {words.create}
        </MenuItem>
        <MenuItem icon={<UserRound />} link={<Link to={paths.creator(me.username)} />}>
          {words.profile}
        </MenuItem>
        <MenuItem icon={<Settings />} link={<Link to={paths.settings} />}>
          {words.settings}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<LogOut />}
          type="submit"
          form={signOutFormId}
          onClick={(event) => {
            event.preventDefault()
            onSignOut()
          }}
        >
          {words.signOut}
        </MenuItem>
      </Menu>
      <SignOutForm />
    </>
  )
}
