const ink = '#150d24'
const paper = '#fbf8ff'
const [bell, coral, sky, mint, pink, lime] = [
  '#ffd23f',
  '#ff5d73',
  '#4cc2ff',
  '#3fe0a8',
  '#ff7ad9',
  '#b6f23c',
]

/** Flat drawings with dark outlines on a 200 × 200 canvas, in the style of the site. */
export const svgDrawings: Record<string, string> = {
  mic: `<path d="M100 120v52m-34 0h68" /><path d="M64 84a36 36 0 0 0 72 0" fill="none" />
    <rect x="76" y="18" width="48" height="88" rx="24" fill="${bell}" /><path d="M76 56h48M76 76h48" />`,
  cassette: `<rect x="18" y="46" width="164" height="110" rx="14" fill="${bell}" />
    <rect x="36" y="62" width="128" height="50" rx="8" fill="${paper}" />
    <circle cx="72" cy="87" r="15" fill="${ink}" /><circle cx="128" cy="87" r="15" fill="${ink}" />
    <path d="M54 156l8-24h76l8 24" fill="${coral}" />`,
  moon: `<path d="M132 24a80 80 0 1 0 46 118A66 66 0 0 1 132 24Z" fill="${bell}" />
    <circle cx="84" cy="112" r="11" fill="${paper}" /><circle cx="112" cy="146" r="7" fill="${paper}" />`,
  skyline: `<circle cx="140" cy="58" r="34" fill="${bell}" />
    <path d="M12 184V104h36V70h40v114ZM88 184v-92h34V56h30v128Z" fill="${sky}" /><path d="M152 184V112h36v72Z" fill="${coral}" />
    <path d="M26 124h8m-8 22h8m28-48h10m-10 26h10m34-6h8m-8 26h8m24-46h6m-6 28h6m24 16h8" />`,
  wave: `<circle cx="142" cy="58" r="36" fill="${bell}" />
    <path d="M8 120c24-44 60-44 70-10 8-30 40-36 58-6 14-18 38-16 56 6v74H8Z" fill="${sky}" />
    <path d="M8 152c30-20 50-20 74 0s60 20 110-4" fill="none" />`,
  umbrella: `<path d="M18 104a82 82 0 0 1 164 0c-14-16-40-16-55 0-14-16-40-16-54 0-15-16-41-16-55 0Z" fill="${coral}" />
    <path d="M100 22V12m0 92v58a18 18 0 0 1-36 0" fill="none" /><path d="M34 140l-8 20m140-24l-8 20m-24 6l-8 20" stroke="${sky}" />`,
  heart: `<path d="M100 176C20 124 12 84 22 58c14-34 58-34 78 2 20-36 64-36 78-2 10 26 2 66-78 118Z" fill="${coral}" />
    <path d="M48 70c4-12 14-16 24-16" fill="none" stroke="${paper}" />`,
  plane: `<path d="M12 96 186 24 128 176 92 118Z" fill="${paper}" /><path d="M92 118 186 24M92 118l-10 46 26-22" fill="none" />`,
  bus: `<rect x="14" y="40" width="172" height="108" rx="18" fill="${sky}" />
    <path d="M30 60h38v36H30Zm50 0h38v36H80Zm50 0h40v36h-40Z" fill="${paper}" /><path d="M14 116h172" />
    <circle cx="56" cy="150" r="20" fill="${bell}" /><circle cx="144" cy="150" r="20" fill="${bell}" />`,
  pan: `<ellipse cx="78" cy="112" rx="66" ry="48" fill="${ink}" /><ellipse cx="78" cy="106" rx="48" ry="32" fill="${paper}" />
    <circle cx="84" cy="104" r="17" fill="${bell}" /><path d="M142 98 190 66" stroke-width="18" /><path d="M54 34c-8 10 8 16 0 28m34-34c-8 10 8 16 0 28" fill="none" />`,
  cat: `<path d="M40 182c-12-60 0-92 24-100L58 32l34 28h22l32-28-4 54c24 22 26 62 16 96Z" fill="${ink}" />
    <circle cx="84" cy="92" r="9" fill="${lime}" /><circle cx="122" cy="92" r="9" fill="${lime}" />
    <path d="M97 112h12m-49-2-26-6m26 16-24 6m110-16 26-6m-26 16 24 6" stroke="${pink}" />`,
  mask: `<path d="M24 40c50 18 102 18 152 0 10 80-24 136-76 140C48 176 14 120 24 40Z" fill="${bell}" />
    <path d="M50 84c12-12 28-12 36 0m28 0c10-12 26-12 36 0M58 120c24 30 60 30 84 0Z" fill="${paper}" />`,
  clapper: `<rect x="22" y="80" width="156" height="96" rx="10" fill="${paper}" />
    <path d="M20 76 168 36l8 28L28 104Z" fill="${ink}" /><path d="m48 70 22 22m22-34 22 22m22-34 22 22" stroke="${paper}" />
    <path d="m88 108 38 22-38 22Z" fill="${coral}" />`,
  bolt: `<path d="M112 10 34 112h50l-16 78 98-112h-56Z" fill="${bell}" />`,
  bike: `<circle cx="50" cy="130" r="38" fill="none" /><circle cx="150" cy="130" r="38" fill="none" />
    <path d="m50 130 34-62h52l14 62M84 68l20 62H50m54 0 36-62m-6-20h24M72 52h24" fill="none" stroke="${coral}" />`,
  ball: `<circle cx="100" cy="104" r="76" fill="${paper}" /><path d="m100 70 34 25-13 40H79L66 95Z" fill="${ink}" />
    <path d="M100 70V30m34 65 40-14m-53 54 26 34m-68-34-26 34M66 95 26 81" />`,
  ghost: `<path d="M36 182V92a64 64 0 0 1 128 0v90l-22-18-20 18-22-18-22 18-20-18Z" fill="${paper}" />
    <circle cx="78" cy="88" r="10" fill="${ink}" /><circle cx="122" cy="88" r="10" fill="${ink}" /><ellipse cx="100" cy="120" rx="10" ry="14" fill="${coral}" />`,
  rocket: `<path d="M66 150 40 172l2-48 26-24m66 50 26 22-2-48-26-24" fill="${coral}" />
    <path d="M100 10c44 40 46 96 32 142H68C54 106 56 50 100 10Z" fill="${paper}" /><circle cx="100" cy="78" r="19" fill="${sky}" />
    <path d="M80 156c0 16 8 26 20 36 12-10 20-20 20-36Z" fill="${bell}" />`,
  pad: `<path d="M52 58h96c32 0 46 60 38 96-6 22-32 20-42 0l-8-14H64l-8 14c-10 20-36 22-42 0-8-36 6-96 38-96Z" fill="${mint}" />
    <path d="M62 84v32m-16-16h32" /><circle cx="132" cy="90" r="9" fill="${coral}" /><circle cx="152" cy="110" r="9" fill="${bell}" />`,
  shoe: `<path d="M20 60h52l20 34 66 22c22 8 26 24 24 40H20Z" fill="${pink}" /><path d="M18 156h166v22H18Z" fill="${paper}" />
    <path d="m84 84 22-14m-4 34 22-14" />`,
  duck: `<path d="M30 118c10 50 120 60 138 0 6-20 0-34-8-44-12 24-40 26-56 16 16-32-2-66-34-66-28 0-44 26-36 52l-26 8c0 12 10 18 26 16Z" fill="${bell}" />
    <circle cx="68" cy="54" r="8" fill="${ink}" /><path d="M8 84c6-12 16-14 26-8v18c-12 2-22 0-26-10Z" fill="${coral}" />`,
}

/** Returns the drawing as an SVG element with the width `size` and the top left corner at (x, y). */
export function renderDrawing(name: string, x: number, y: number, size: number, turn = 0): string {
  const art = svgDrawings[name] ?? svgDrawings['bolt']!
  return `<g transform="translate(${x} ${y}) scale(${size / 200}) rotate(${turn} 100 100)" fill="none" stroke="${ink}"
    stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${art}</g>`
}
