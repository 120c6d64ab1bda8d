/**
 * Converts an object to command-line options: `{ preset: 'veryfast', nostdin: true }` → `-preset veryfast
 * -nostdin`.
 */
export function ffmpegOptions(named: { readonly [name: string]: string | number | true }): string[] {
  return Object.entries(named).flatMap(([name, value]) =>
    value === true ? [`-${name}`] : [`-${name}`, `${value}`],
  )
}
