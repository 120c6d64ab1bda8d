import { Settings2, Type } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { buildQualityMenu } from '../core/quality.ts'
import { computeLoudnessGain, playbackRates } from '../core/playback-adjustments.ts'
import { MenuChoice, MenuChoiceGroup } from '#web/ui/overlays/menu-choice.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { CaptionStyleDialog } from './captions/caption-style-dialog.tsx'
import { ControlButton } from './control-button.tsx'
import type { PlayerCaptions } from '../core/captions/caption-tracks.ts'
import { usePlayer, usePlayerState } from './use-player.ts'
import { captionStyleMessages } from '#web/messages/watch/caption-style.ts'
import { playerMessages } from '#web/messages/watch/player.ts'

interface Props {
  captions?: readonly PlayerCaptions[] | undefined
  loudness?: number | null | undefined
  more?: ReactNode
}

export function PlayerSettingsMenu({ captions, loudness, more }: Props) {
  const player = usePlayer()
  const [isStyling, setIsStyling] = useState(false)
  return (
    <>
      <Menu
        label={playerMessages.settings}
        side="top"
        className="player-menu"
        onOpenChange={(open) => player.idle.hold('menu', open)}
        trigger={<ControlButton label={playerMessages.settings} icon={<Settings2 />} />}
      >
        <QualityGroup />
        <SpeedGroup />
        {captions?.length ? <CaptionsGroup tracks={captions} onStyle={() => setIsStyling(true)} /> : null}
        {computeLoudnessGain(loudness) < 1 && <VolumeNormalizationGroup />}
        <Suspense>{more}</Suspense>
      </Menu>
      {captions?.length ? <CaptionStyleDialog open={isStyling} onClose={() => setIsStyling(false)} /> : null}
    </>
  )
}

function QualityGroup() {
  const player = usePlayer()
  const { qualities, quality, playingQuality } = usePlayerState((state) => state)
  const entries = buildQualityMenu(qualities, playingQuality, quality)
  if (!entries.length) return null
  return (
    <MenuChoiceGroup label={playerMessages.quality}>
      {entries.map(({ choice, label }) => (
        <MenuChoice key={choice} checked={choice === quality} onSelect={() => void player.setQuality(choice)}>
          {label}
        </MenuChoice>
      ))}
    </MenuChoiceGroup>
  )
}

function SpeedGroup() {
  const player = usePlayer()
  const rate = usePlayerState((state) => state.rate)
  return (
    <MenuChoiceGroup label={playerMessages.speed} grid>
      {playbackRates.map((each) => (
        <MenuChoice key={each} checked={each === rate} onSelect={() => player.setRate(each)}>
          {each}×
        </MenuChoice>
      ))}
    </MenuChoiceGroup>
  )
}

interface CaptionsGroupProps {
  tracks: readonly PlayerCaptions[]
  onStyle: () => void
}

function CaptionsGroup({ tracks, onStyle }: CaptionsGroupProps) {
  const player = usePlayer()
  const captions = usePlayerState((state) => state.captions)
  return (
    <MenuChoiceGroup label={playerMessages.captions}>
      {[playerMessages.off, ...tracks.map(({ name }) => name)].map((label, index) => (
        <MenuChoice
          key={label}
          checked={captions === index - 1}
          onSelect={() => player.setCaptions(index - 1)}
        >
          {label}
        </MenuChoice>
      ))}
      <MenuItem icon={<Type />} onClick={onStyle}>
        {captionStyleMessages.open}
      </MenuItem>
    </MenuChoiceGroup>
  )
}

function VolumeNormalizationGroup() {
  const player = usePlayer()
  const isEvenVolume = usePlayerState((state) => state.evenVolume)
  return (
    <MenuChoiceGroup label={playerMessages.sound}>
      <MenuChoice box checked={isEvenVolume} onSelect={() => player.setEvenVolume(!isEvenVolume)}>
        {playerMessages.evenVolume}
      </MenuChoice>
    </MenuChoiceGroup>
  )
}
