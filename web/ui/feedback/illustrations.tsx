import type { ReactNode } from 'react'

export type IllustrationName = 'tape' | 'stage' | 'lens' | 'bell' | 'plug'

/**
 * Five small illustrations, drawn for this site in the style of flat screen prints. The illustrations mean
 * "no videos yet" (`tape`), "be the first" (`stage`), "nothing found" (`lens`), "nothing new" (`bell`) and
 * "not working" (`plug`).
 */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg
      className="drawing"
      viewBox="0 0 240 160"
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {illustrations[name]}
    </svg>
  )
}

const inkColor = 'var(--on-hue)'
const outlineProps = { stroke: inkColor, strokeWidth: 5 }

const illustrations: Record<IllustrationName, ReactNode> = {
  tape: (
    <>
      <circle cx="186" cy="48" r="34" fill="var(--hue)" />
      <g transform="rotate(-7 120 86)">
        <rect x="44" y="42" width="152" height="96" rx="14" fill="var(--bell)" {...outlineProps} />
        <rect x="60" y="56" width="120" height="46" rx="8" fill="#fbf8ff" {...outlineProps} />
        <circle cx="92" cy="79" r="13" fill={inkColor} />
        <circle cx="148" cy="79" r="13" fill={inkColor} />
        <path d="M92 79v-6m0 6 5 4m51-4v-6m0 6 5 4" stroke="#fbf8ff" strokeWidth="4" />
        <path d="M112 79h16" {...outlineProps} />
        <path d="M78 138l7-20h70l7 20" fill="var(--coral)" {...outlineProps} />
      </g>
      <path d="M196 118c16 4 26 14 22 28" stroke="var(--quiet)" strokeWidth="5" />
    </>
  ),
  stage: (
    <>
      <path d="M120 0 30 150h180Z" fill="var(--hue)" opacity=".5" />
      <ellipse cx="120" cy="148" rx="92" ry="10" fill="var(--hue)" />
      <path d="M120 84v62m-24 2h48" stroke="var(--text)" strokeWidth="6" />
      <g transform="rotate(14 120 60)">
        <path d="M108 66h24l-5 50h-14Z" fill="var(--coral)" {...outlineProps} />
        <circle cx="120" cy="46" r="25" fill="var(--bell)" {...outlineProps} />
        <path d="M97 50h46M103 34c10 6 24 6 34 0M106 63c8-5 20-5 28 0" {...outlineProps} strokeWidth="3.5" />
      </g>
      <path
        d="m52 44 4 10 10 4-10 4-4 10-4-10-10-4 10-4ZM190 66l3 8 8 3-8 3-3 8-3-8-8-3 8-3Z"
        fill="var(--bell-ink)"
      />
    </>
  ),
  lens: (
    <>
      <circle cx="112" cy="74" r="62" fill="var(--hue)" />
      <path d="M84 112V66c0-38 60-38 60 0v46l-10-8-10 8-10-8-10 8-10-8Z" fill="#fbf8ff" {...outlineProps} />
      <circle cx="104" cy="66" r="5" fill={inkColor} />
      <circle cx="126" cy="66" r="5" fill={inkColor} />
      <path d="M110 82c4 3 6 3 10 0" {...outlineProps} strokeWidth="4" />
      <path d="m160 112 34 34" stroke="var(--text)" strokeWidth="16" />
      <circle cx="140" cy="92" r="32" stroke="var(--text)" strokeWidth="9" />
      <circle cx="140" cy="92" r="27" fill="var(--bell)" opacity=".4" />
    </>
  ),
  bell: (
    <>
      <circle cx="170" cy="50" r="40" fill="var(--hue)" />
      <g transform="rotate(-14 112 90)">
        <path
          d="M112 34a8 8 0 0 1 8 9c16 5 24 17 24 35v26l12 16H68l12-16V78c0-18 8-30 24-35a8 8 0 0 1 8-9Z"
          fill="var(--bell)"
          {...outlineProps}
        />
        <path d="M96 126a16 12 0 0 0 32 0Z" fill="var(--coral)" {...outlineProps} />
        <path d="M96 86c4 4 8 4 11 0m11 0c4 4 8 4 11 0" {...outlineProps} strokeWidth="4" />
        <path d="M109 100h6" {...outlineProps} strokeWidth="4" />
      </g>
      <path d="M162 34h16l-16 20h16" stroke={inkColor} strokeWidth="5" />
      <path d="M216 10h12l-12 15h12" stroke="var(--text)" strokeWidth="5" />
    </>
  ),
  plug: (
    <>
      <circle cx="120" cy="80" r="64" fill="var(--hue)" opacity=".55" />
      <path d="M4 118c30 0 28-38 58-38" stroke="var(--text)" strokeWidth="7" />
      <path d="M62 62h26c14 0 14 36 0 36H62Z" fill="var(--bell)" {...outlineProps} />
      <path d="M98 71h15m-15 18h15" stroke="var(--text)" strokeWidth="7" />
      <path d="M178 60h-22c-16 0-16 40 0 40h22Z" fill="var(--coral)" {...outlineProps} />
      <path d="M178 80c30 0 28 38 58 38" stroke="var(--text)" strokeWidth="7" />
      <path d="m128 40-6 14m14-8 2 14m-12 62-4-14m14 8 2-14" stroke="var(--bell-ink)" strokeWidth="5" />
    </>
  ),
}
