import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { MenuItem } from '#web/ui/overlays/menu.tsx'
import { useNewVideoNotificationDelivery } from './use-new-video-notification-delivery.ts'

/** The note at the end of a menu, which says where notifications about new videos arrive. */
export function NewVideoNotificationDeliveryMenuNote({ isOpen }: { isOpen: boolean }) {
  const { text, link } = useNewVideoNotificationDelivery(isOpen)
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

/** The note next to a button, which says where notifications about new videos arrive. */
export function NewVideoNotificationDeliveryNote({ isOn }: { isOn: boolean }) {
  const { text, link } = useNewVideoNotificationDelivery(isOn)
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
