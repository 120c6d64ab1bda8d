import { BookOpen, Clapperboard, MicVocal, Music, Radio, Trophy, Tv } from 'lucide-react'
import type { CategoryHue } from './category-hue.ts'

const iconByCategory = {
  music: Music,
  shows: Tv,
  stories: BookOpen,
  movies: Clapperboard,
  talent: MicVocal,
  challenges: Trophy,
  live: Radio,
}

/**
 * A decorative icon for a category, next to a label. The icon is never the only indication of the category.
 */
export function CategoryIcon({ category, size = 20 }: { category: CategoryHue; size?: number }) {
  const Icon = iconByCategory[category]
  return <Icon size={size} strokeWidth={2.4} aria-hidden="true" />
}
