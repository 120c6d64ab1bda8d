import type { ReactNode } from 'react'

export type PageIllustrationName = 'desk' | 'backpack' | 'megaphone' | 'lifebuoy' | 'shield' | 'cookie'

/**
 * Six illustrations for page headers. The illustrations were drawn for this site. The illustrations are flat
 * and use only one colour of ink, so they suit any background colour.
 */
export function PageIllustration({ name }: { name: PageIllustrationName }) {
  return (
    <svg viewBox="0 0 320 260" fill="none" aria-hidden="true" strokeLinecap="round" strokeLinejoin="round">
      {pageIllustrations[name]}
    </svg>
  )
}

const inkColor = 'var(--on-hue)'
const paperColor = '#fbf8ff'
const outlineProps = { stroke: inkColor, strokeWidth: 6 }

const pageIllustrations: Record<PageIllustrationName, ReactNode> = {
  // A desk after school, with a laptop that plays a video, a mug, a lamp and a ringing bell.
  desk: (
    <>
      <path d="M14 224h292" stroke={inkColor} strokeWidth="10" />
      <path
        d="M84 112h150a10 10 0 0 1 10 10v84H74v-84a10 10 0 0 1 10-10Z"
        fill={paperColor}
        {...outlineProps}
      />
      <path d="M60 206h198l12 18H48Z" fill="var(--violet)" {...outlineProps} />
      <path
        d="M146 136c0-4 4-6 8-4l32 20c3 2 3 6 0 8l-32 20c-4 2-8 0-8-4Z"
        fill="var(--coral)"
        {...outlineProps}
      />
      <path d="M270 184h26v30a8 8 0 0 1-8 8h-18Z" fill="var(--mint)" {...outlineProps} />
      <path d="M296 192c16-2 16 20 0 18" {...outlineProps} />
      <path d="M278 172c-5-7 5-10 0-18m12 18c-5-7 5-10 0-18" stroke={inkColor} strokeWidth="4" />
      <g transform="rotate(-14 92 60)">
        <path
          d="M92 16a8 8 0 0 1 8 9c14 5 22 15 22 30v20l10 12H52l10-12V55c0-15 8-25 22-30a8 8 0 0 1 8-9Z"
          fill="var(--bell)"
          {...outlineProps}
        />
        <path d="M78 90a14 11 0 0 0 28 0Z" fill="var(--coral)" {...outlineProps} />
      </g>
      <path
        d="M30 40c-10 14-10 32-2 46M14 30C-2 52 0 78 8 96M156 22c10 8 14 20 13 34M176 12c14 14 18 30 16 50"
        {...outlineProps}
      />
    </>
  ),
  // A backpack from which a pencil and a spanner stick out.
  backpack: (
    <>
      <ellipse cx="160" cy="240" rx="110" ry="12" fill={inkColor} opacity=".25" />
      <path d="M196 92V28l14-18 14 18v64" fill="var(--bell)" {...outlineProps} />
      <path d="M196 40h28" {...outlineProps} />
      <path
        d="M102 92V52c-16-6-20-26-8-38l2 18h22l2-18c12 12 8 32-8 38v40"
        fill={paperColor}
        {...outlineProps}
      />
      <path d="M128 66c0-34 64-34 64 0" {...outlineProps} strokeWidth="9" />
      <path
        d="M82 110c0-60 156-60 156 0v112a16 16 0 0 1-16 16H98a16 16 0 0 1-16-16Z"
        fill="var(--coral)"
        {...outlineProps}
      />
      <path d="M82 128c50 24 106 24 156 0" {...outlineProps} />
      <rect x="106" y="160" width="108" height="58" rx="12" fill="var(--bell)" {...outlineProps} />
      <path d="M106 182h108" {...outlineProps} />
      <path d="M152 176h16v16h-16Z" fill={paperColor} {...outlineProps} />
      <path d="M82 146c-20 8-24 44-14 66M238 146c20 8 24 44 14 66" {...outlineProps} />
    </>
  ),
  megaphone: (
    <>
      <g transform="rotate(-12 150 130)">
        <path d="M96 168h34l14 62h-32Z" fill="var(--violet)" {...outlineProps} />
        <path d="M82 92h44l104-50v170l-104-44H82a38 38 0 0 1 0-76Z" fill="var(--bell)" {...outlineProps} />
        <path d="M126 92v76" {...outlineProps} />
        <ellipse cx="230" cy="127" rx="20" ry="86" fill={paperColor} {...outlineProps} />
        <ellipse cx="232" cy="127" rx="7" ry="26" fill="var(--coral)" {...outlineProps} />
      </g>
      <path d="M276 66 304 44M288 112h26M280 156l26 16" stroke={inkColor} strokeWidth="9" />
      <path
        d="m34 44 6 14 14 6-14 6-6 14-6-14-14-6 14-6Z"
        fill={paperColor}
        {...outlineProps}
        strokeWidth="4"
      />
    </>
  ),
  lifebuoy: (
    <>
      <path d="M10 232c26-18 50-18 76 0s50 18 76 0 50-18 76 0 50 18 72 2" stroke={inkColor} strokeWidth="8" />
      <circle cx="136" cy="134" r="92" fill={paperColor} {...outlineProps} />
      <path
        d="M108 47 122 94a42 42 0 0 1 28 0l14-47a92 92 0 0 0-56 0ZM108 221l14-47a42 42 0 0 0 28 0l14 47a92 92 0 0 1-56 0ZM49 106l47 14a42 42 0 0 0 0 28l-47 14a92 92 0 0 1 0-56ZM223 106l-47 14a42 42 0 0 1 0 28l47 14a92 92 0 0 0 0-56Z"
        fill="var(--coral)"
        {...outlineProps}
      />
      <circle cx="136" cy="134" r="42" fill="var(--hue)" {...outlineProps} />
      <path
        d="M226 12h66a14 14 0 0 1 14 14v48a14 14 0 0 1-14 14h-30l-24 22v-22h-12a14 14 0 0 1-14-14V26a14 14 0 0 1 14-14Z"
        fill="var(--bell)"
        {...outlineProps}
      />
      <path d="M246 40c0-16 26-16 26 0 0 10-13 10-13 20" {...outlineProps} strokeWidth="7" />
      <circle cx="259" cy="73" r="4.5" fill={inkColor} />
    </>
  ),
  shield: (
    <>
      <path
        d="M160 12c34 22 66 30 98 32 4 92-24 164-98 204C86 208 58 136 62 44c32-2 64-10 98-32Z"
        fill={paperColor}
        {...outlineProps}
      />
      <path d="M160 40c24 14 48 21 72 24 0 70-22 122-72 154Z" fill="var(--violet)" opacity=".9" />
      <g transform="rotate(-8 160 128)">
        <path
          d="M160 70a9 9 0 0 1 9 10c17 6 27 19 27 38v26l13 16H111l13-16v-26c0-19 10-32 27-38a9 9 0 0 1 9-10Z"
          fill="var(--bell)"
          {...outlineProps}
        />
        <path d="M143 164a17 13 0 0 0 34 0Z" fill="var(--coral)" {...outlineProps} />
        <path d="m143 126 12 12 22-24" {...outlineProps} strokeWidth="8" />
      </g>
      <path
        d="M28 92 10 86M32 128H12M40 164l-16 10M292 92l18-6M288 128h20M280 164l16 10"
        stroke={inkColor}
        strokeWidth="7"
      />
    </>
  ),
  cookie: (
    <>
      <path
        d="M208 42a26 26 0 0 0 30 34 26 26 0 0 0 32 30c12 84-52 138-118 134C84 236 40 184 46 122 52 62 116 22 208 42Z"
        fill="var(--bell)"
        {...outlineProps}
      />
      <circle cx="112" cy="106" r="14" fill={inkColor} />
      <circle cx="168" cy="92" r="9" fill={inkColor} />
      <circle cx="100" cy="166" r="10" fill={inkColor} />
      <circle cx="166" cy="196" r="14" fill={inkColor} />
      <circle cx="216" cy="152" r="11" fill={inkColor} />
      <circle cx="150" cy="146" r="7" fill={inkColor} />
      <circle cx="262" cy="36" r="9" fill="var(--bell)" {...outlineProps} strokeWidth="4" />
      <circle cx="292" cy="64" r="6" fill="var(--bell)" {...outlineProps} strokeWidth="4" />
    </>
  ),
}
