import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '#web/ui/overlays/menu.tsx'
import { useNewVideoDestination } from './use-new-video-destination.ts'

/** At the end of a menu, says where notifications about new videos arrive. */
export function NewVideoDestinationInMenu({ isOpen }: { isOpen: boolean }) {
  const { text, link } = useNewVideoDestination(isOpen)
  return (
    <>
      <p className="menu-head max-w-[30ch]">{text}</p>
      {link && (
        <MenuItem icon={<Settings aria-hidden="true" />} link={<Link to={link.to} />}>
          {link.label}
        </MenuItem>
      )}
    </>
  )
}

/** Next to a button, says where notifications about new videos arrive. */
export function NewVideoDestinationNote({ isOn }: { isOn: boolean }) {
  const { text, link } = useNewVideoDestination(isOn)
  return (
    <p className="text-15 text-quiet">
      {text}{' '}
      {isOn && link && (
        <Link to={link.to} className="link">
          {link.label}
        </Link>
      )}
    </p>
  )
}
