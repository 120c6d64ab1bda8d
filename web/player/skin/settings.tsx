import { Settings2 } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { qualityMenu } from '../core/quality.ts'
import { evenGain, rates } from '../core/steps.ts'
import { MenuChoice, MenuGroup } from '../../ui/menu-choice.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ControlButton } from './control-button.tsx'
import type { CaptionTrack } from './props.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import { words } from '#web/words/player.ts'

interface Props {
  tracks?: CaptionTrack[] | undefined
  loudness?: number | null | undefined
  more?: ReactNode
}

export function Settings({ tracks, loudness, more }: Props) {
  const player = usePlayer()
  return (
    <Menu
      label={words.settings}
      side="top"
      className="player-menu"
      onOpenChange={(open) => player.idle.hold('menu', open)}
      trigger={<ControlButton label={words.settings} icon={<Settings2 />} />}
    >
      <QualityGroup />
      <SpeedGroup />
      {tracks?.length ? <CaptionsGroup tracks={tracks} /> : null}
      {evenGain(loudness) < 1 && <EvenVolume />}
      <Suspense>{more}</Suspense>
    </Menu>
  )
}

function QualityGroup() {
  const player = usePlayer()
  const { qualities, quality, playingQuality } = usePlayerState((state) => state)
  const entries = qualityMenu(qualities, playingQuality, quality)
  if (!entries.length) return null
  return (
    <MenuGroup label={words.quality}>
      {entries.map(({ choice, label }) => (
        <MenuChoice key={choice} checked={choice === quality} onSelect={() => void player.setQuality(choice)}>
          {label}
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function SpeedGroup() {
  const player = usePlayer()
  const rate = usePlayerState((state) => state.rate)
  return (
    <MenuGroup label={words.speed} grid>
      {rates.map((each) => (
        <MenuChoice key={each} checked={each === rate} onSelect={() => player.setRate(each)}>
          {each}×
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function CaptionsGroup({ tracks }: { tracks: CaptionTrack[] }) {
  const player = usePlayer()
  const captions = usePlayerState((state) => state.captions)
  return (
    <MenuGroup label={words.captions}>
      {[words.off, ...tracks.map((track) => track.label)].map((label, index) => (
        <MenuChoice
          key={label}
          checked={captions === index - 1}
          onSelect={() => player.setCaptions(index - 1)}
        >
          {label}
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function EvenVolume() {
  const player = usePlayer()
  const on = usePlayerState((state) => state.evenVolume)
  return (
    <MenuGroup label={words.sound}>
      <MenuChoice box checked={on} onSelect={() => player.setEvenVolume(!on)}>
        {words.evenVolume}
      </MenuChoice>
    </MenuGroup>
  )
}
